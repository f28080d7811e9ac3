// Shows the schema of the REST API; everything comes from this server.
"use strict";

const place = document.getElementById("swagger-ui");

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  requestInterceptor(request) {
    if (request.method && request.method !== "GET") {
      request.headers["X-CSRFToken"] = place.dataset.token;
    }
    return request;
  },
});

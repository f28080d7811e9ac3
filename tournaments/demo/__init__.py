"""The demo club: invented people and events as exchange files, brought in by the use cases.

``setup_demo`` runs it. What is there already is left alone, so running it again loses nothing and
undoes nothing somebody tried out.
"""

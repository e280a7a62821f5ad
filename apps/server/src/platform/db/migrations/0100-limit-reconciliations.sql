-- Results of reconciliations without differences are removed after two years.
grant delete on reconciliations to wazi_app;

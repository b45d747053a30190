set(ENV{MUSA_HOME} "/usr/local/musa")
find_program(COMPILER NAMES mcc HINTS $ENV{MUSA_HOME}/bin /usr/local/musa/bin)
set_tests_properties(run PROPERTIES ENVIRONMENT "MUSA_VISIBLE_DEVICES=0;MODE=cuda")

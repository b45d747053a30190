ifdef MUSA_HOME
	EXTRA = -L$(MUSA_HOME)/lib \
		-lmurand
else ifneq "$(CXX)" "mcc"
	EXTRA =
endif

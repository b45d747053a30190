print "cuda"

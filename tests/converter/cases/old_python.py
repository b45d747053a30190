# CUDA was used here once.
print "sent to " + "nvcc"

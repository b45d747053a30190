print 'torch.cuda'

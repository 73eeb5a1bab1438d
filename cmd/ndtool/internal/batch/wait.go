package batch

// waiting is how many outputs may wait for the disk for each input that is worked
// on: file systems bring many to the disk as fast as one.
const waiting = 16

// AtOnce returns how many inputs Do may have under way at the same time: Jobs,
// and those whose outputs merely wait for the disk.
func (t *Transform) AtOnce() int {
	if t.NoSync {
		return t.Jobs
	}
	t.slots = make(chan struct{}, t.Jobs)
	return waiting * t.Jobs
}

// enter waits until an input may be worked on.
func (j *job) enter() error {
	if j.t.slots == nil {
		return nil
	}
	select {
	case j.t.slots <- struct{}{}:
		j.working = true
		return nil
	case <-j.ctx.Done():
		return j.ctx.Err()
	}
}

// leave lets another input be worked on, and gives up the source: what is left to
// do is to wait for the disk.
func (j *job) leave() {
	if !j.working {
		return
	}
	j.working = false
	if j.src != nil {
		j.src.Close()
	}
	<-j.t.slots
}

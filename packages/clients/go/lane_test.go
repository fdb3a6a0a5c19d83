package myelin

import (
	"errors"
	"testing"
)

// newTestLane is a lane that takes everything; settled counts how often the server was to be told.
func newTestLane(keeps, step int) (l *lane, settled *int) {
	settled = new(int)
	return &lane{
		accept: func(Envelope) bool { return true }, settle: func() { *settled++ },
		keeps: keeps, step: step, signal: make(chan struct{}, 1),
	}, settled
}

func (l *lane) gets(seq int64, bytes int) {
	l.offer(arrival{Envelope{Seq: seq}, bytes})
}

func collect(l *lane) (seqs []int64, err error) {
	l.each(func(envelope Envelope, failure error) bool {
		if failure != nil {
			err = failure
		} else {
			seqs = append(seqs, envelope.Seq)
		}
		return true
	})
	return seqs, err
}

func TestWhatWaitsIsTakenBeforeTheEnd(t *testing.T) {
	l, _ := newTestLane(0, 0)
	l.gets(1, 10)
	l.gets(2, 10)
	reason := errors.New("over")
	l.close(reason)
	l.gets(3, 10)
	l.close(nil)
	if seqs, err := collect(l); len(seqs) != 2 || seqs[0] != 1 || seqs[1] != 2 || err != reason {
		t.Errorf("found %v, %v", seqs, err)
	}
}

func TestAFailureDropsWhatWaits(t *testing.T) {
	l, _ := newTestLane(0, 0)
	l.gets(1, 10)
	reason := errors.New("cancelled")
	l.fail(reason)
	if seqs, err := collect(l); len(seqs) != 0 || err != reason {
		t.Errorf("found %v, %v", seqs, err)
	}
}

func TestASecondLoopIsAnError(t *testing.T) {
	l, _ := newTestLane(0, 0)
	l.gets(1, 10)
	l.close(nil)
	if seqs, err := collect(l); len(seqs) != 1 || err != nil {
		t.Errorf("the first loop found %v, %v", seqs, err)
	}
	if seqs, err := collect(l); len(seqs) != 0 || !errors.Is(err, CodeEventsMissed) {
		t.Errorf("the second loop found %v, %v", seqs, err)
	}
}

func TestALaneGivesNoEventTwice(t *testing.T) {
	l, _ := newTestLane(0, 0)
	for _, seq := range []int64{1, 2, 1, 2, 3} {
		l.gets(seq, 10)
	}
	l.close(nil)
	if seqs, err := collect(l); len(seqs) != 3 || seqs[2] != 3 || err != nil {
		t.Errorf("found %v, %v", seqs, err)
	}
}

func TestAnEventIsHeldUntilTheLoopAsksForTheNext(t *testing.T) {
	l, settled := newTestLane(1000, 20)
	for seq := int64(1); seq <= 4; seq++ {
		l.gets(seq, 10)
	}
	if seq, _ := l.holds(); seq != 0 {
		t.Errorf("before a loop begins %d is held", seq)
	}
	wanted := map[int64]int{1: 0, 2: 0, 3: 1, 4: 2}
	l.close(nil)
	l.each(func(envelope Envelope, _ error) bool {
		if seq, over := l.holds(); seq != envelope.Seq || over {
			t.Errorf("in the loop's hand is %d, %d is held", envelope.Seq, seq)
		}
		if *settled != wanted[envelope.Seq] {
			t.Errorf("at %d the server was told %d times", envelope.Seq, *settled)
		}
		return true
	})
	if seq, over := l.holds(); seq != 0 || !over {
		t.Errorf("after the loop %d is held", seq)
	}
}

func TestLittleIsKeptForALoopThatDoesNotBegin(t *testing.T) {
	l, _ := newTestLane(100, 10)
	for seq := int64(1); seq <= 10; seq++ {
		l.gets(seq, 10)
	}
	if len(l.items) != 10 {
		t.Errorf("found %d events", len(l.items))
	}
	l.gets(11, 10)
	if len(l.items) != 0 {
		t.Errorf("found %d events", len(l.items))
	}
	if seqs, err := collect(l); len(seqs) != 0 || !errors.Is(err, CodeEventsMissed) {
		t.Errorf("found %v, %v", seqs, err)
	}
}

func TestNothingIsLetGoOnceALoopHasBegun(t *testing.T) {
	l, _ := newTestLane(100, 10)
	l.gets(1, 10)
	count := 0
	l.each(func(Envelope, error) bool {
		count++
		for seq := int64(2); count == 1 && seq <= 100; seq++ {
			l.gets(seq, 10)
		}
		l.close(nil)
		return true
	})
	if count != 100 {
		t.Errorf("found %d events", count)
	}
}

func TestALoopThatIsLeftHoldsNothing(t *testing.T) {
	l, settled := newTestLane(100, 10)
	l.gets(1, 10)
	l.gets(2, 10)
	l.each(func(Envelope, error) bool { return false })
	l.gets(3, 10)
	if seq, over := l.holds(); seq != 0 || !over || *settled != 1 || len(l.items) != 0 {
		t.Errorf("%d is held, %d wait, the server was told %d times", seq, len(l.items), *settled)
	}
}

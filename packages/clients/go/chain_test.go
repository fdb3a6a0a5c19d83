package myelin

import "testing"

func TestAChainTakesWhatFollowsAndKnowsWhatIsMissing(t *testing.T) {
	c := chain{last: 10}
	for _, row := range []struct {
		seq, prev int64
		wanted    fit
	}{
		{11, 10, follows},
		{11, 10, stale},
		{15, 11, follows},
		{17, 16, missing},
		{16, 15, follows},
	} {
		if found := c.add(row.seq, row.prev); found != row.wanted {
			t.Errorf("%d after %d: found %v", row.seq, row.prev, found)
		}
	}
}

func TestABrokenChainGoesOnFromTheEarliestPlaceThatWasNeeded(t *testing.T) {
	c := chain{last: 10}
	if !c.breakAt(10) || c.breakAt(4) || c.breakAt(7) {
		t.Error("it is to be asked for once")
	}
	if c.add(11, 10) != stale {
		t.Error("what comes while it is broken belongs to what was")
	}
	if c.resume(10) {
		t.Error("it went on too late")
	}
	if !c.resume(4) || c.add(5, 4) != follows {
		t.Error("it did not go on")
	}
}

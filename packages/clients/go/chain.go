package myelin

// chain is how far the events of a session have come without a hole.
type chain struct {
	// last is the newest event that came.
	last int64
	// isBroken is whether what comes belongs to a subscription that is being replaced, by one that begins behind from.
	isBroken bool
	from     int64
	// reached is the newest event that came before the last return to an earlier one.
	reached int64
}

type fit int

const (
	// follows: the event follows the one before.
	follows fit = iota
	// stale: the event came before, or belongs to a subscription that is being replaced.
	stale
	// missing: events between the last one and this were not sent.
	missing
)

// add takes the next event in if it follows.
func (c *chain) add(seq, prev int64) fit {
	switch {
	case c.isBroken || seq <= c.last:
		return stale
	case prev != c.last:
		return missing
	default:
		c.last = seq
		return follows
	}
}

// breakAt says that a subscription from behind seq is needed, or from where one was needed before. It answers whether
// somebody has to ask for it: one that is asked for already is asked for again if it begins too late.
func (c *chain) breakAt(seq int64) (ask bool) {
	if c.isBroken {
		c.from = min(c.from, seq)
		return false
	}
	c.isBroken, c.from = true, seq
	return true
}

// resume goes on behind seq, if that is early enough.
func (c *chain) resume(seq int64) bool {
	if c.from < seq {
		return false
	}
	c.reached = c.newest()
	c.last, c.isBroken = seq, false
	return true
}

// newest is the newest event that ever came.
func (c *chain) newest() int64 { return max(c.last, c.reached) }

package myelin

// newLane is the way of the events that accept takes to one consumer.
func (s *Session) newLane(accept func(Envelope) bool) *lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	step := int(s.wishes.Window) / 8
	if s.wishes.Acknowledge {
		step = 1
	}
	return &lane{accept: accept, settle: s.settleIfQuiet, keeps: int(s.wishes.Window), step: step, signal: make(chan struct{}, 1)}
}

// settleIfQuiet leaves it to the reader to settle when it has read what is there: one word for many events.
func (s *Session) settleIfQuiet() {
	if s.client.isQuiet.Load() {
		s.settle()
	}
}

// settle tells the server how far the slowest consumer has come. Lanes from which nothing more will be taken go.
func (s *Session) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.chain.last
	kept := s.lanes[:0]
	for _, lane := range s.lanes {
		oldest, over := lane.holds()
		if oldest > 0 {
			taken = min(taken, oldest-1)
		}
		if !over {
			kept = append(kept, lane)
		}
	}
	clear(s.lanes[len(kept):])
	s.lanes = kept
	if taken > s.acked && (s.wishes.Window > 0 || s.wishes.Acknowledge) && !s.chain.isBroken {
		s.acked = taken
		_ = s.client.notify("session/ack", AckParams{SessionID: s.id, Seq: taken})
	}
}

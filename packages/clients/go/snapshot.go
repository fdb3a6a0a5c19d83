package myelin

// snapshot grows an assistant message out of its deltas. Each add costs the same however long the message is.
type snapshot struct {
	head *AssistantMessage
	// start is the event with which the message began, as far as it is known.
	start     int64
	stretches []*stretch
}

// stretch is neighbouring deltas of one block, each by the event behind that of the one before. Its text only grows, so that each
// of them is known by a length.
type stretch struct {
	// others are all blocks as they were when it began.
	others []partialBlock
	index  int
	block  partialBlock
	// first is the number of the first delta's event.
	first int64
	// lengths are how long the text was with each delta.
	lengths []int
}

// partialBlock is a block and the text that arrived for it. Text is only ever appended to, so that an earlier, shorter
// slice of it stays as it is.
type partialBlock struct {
	fixed ContentBlock
	text  []byte
}

// newSnapshot begins with the message as an event of this number brought it.
func newSnapshot(head AssistantMessage, seq int64) *snapshot {
	return &snapshot{head: &head, start: seq}
}

// until is the message as it was at an earlier event; of one that began later nothing is known.
func (s *snapshot) until(seq int64) *snapshot {
	if seq < s.start {
		return newSnapshot(AssistantMessage{}, seq)
	}
	earlier := newSnapshot(*s.head, s.start)
	for _, one := range s.stretches {
		if seq < one.first {
			break
		}
		count := min(int64(len(one.lengths)), seq-one.first+1)
		length := one.lengths[count-1]
		cut := *one
		// What comes next is written elsewhere: snapshots that were given out hold the rest of these.
		cut.block.text = one.block.text[:length:length]
		cut.lengths = one.lengths[:count:count]
		earlier.stretches = append(earlier.stretches, &cut)
	}
	return earlier
}

// add takes the delta of an event in, and gives what builds the whole message as it is now.
func (s *snapshot) add(seq int64, delta string, kind DeltaKind, index int, block ContentBlock) func() AssistantMessage {
	current := s.current()
	switch {
	case current == nil || current.index != index || block != nil:
		current = s.begin(seq, index, kind, block)
	case seq != current.first+int64(len(current.lengths)):
		// It goes on behind events that were not sent one by one.
		current = &stretch{others: current.others, index: index, block: current.block, first: seq}
		s.stretches = append(s.stretches, current)
	}
	current.block.text = append(current.block.text, delta...)
	current.lengths = append(current.lengths, len(current.block.text))
	head, others, seen := s.head, current.others, current.block
	return func() AssistantMessage {
		message := *head
		message.Content = nil
		for _, one := range withBlock(others, index, seen) {
			message.Content = append(message.Content, one.join())
		}
		return message
	}
}

func (s *snapshot) current() *stretch {
	if len(s.stretches) == 0 {
		return nil
	}
	return s.stretches[len(s.stretches)-1]
}

func (s *snapshot) begin(seq int64, index int, kind DeltaKind, block ContentBlock) *stretch {
	var others []partialBlock
	if last := s.current(); last != nil {
		others = withBlock(last.others, last.index, last.block)
	} else {
		for _, one := range s.head.Content {
			others = append(others, splitBlock(one))
		}
	}
	begun := &stretch{others: others, index: index, block: splitBlock(block), first: seq}
	if block == nil {
		begun.block = partialBlock{fixed: emptyBlock(kind)}
		if index < len(others) {
			begun.block = others[index]
			begun.block.text = begun.block.text[:len(begun.block.text):len(begun.block.text)]
		}
	}
	s.stretches = append(s.stretches, begun)
	return begun
}

func withBlock(blocks []partialBlock, index int, block partialBlock) []partialBlock {
	changed := append([]partialBlock(nil), blocks...)
	for len(changed) <= index {
		changed = append(changed, partialBlock{fixed: TextBlock{}})
	}
	changed[index] = block
	return changed
}

func splitBlock(block ContentBlock) partialBlock {
	switch block := block.(type) {
	case TextBlock:
		return partialBlock{block, []byte(block.Text)}
	case ThinkingBlock:
		return partialBlock{block, []byte(block.Thinking)}
	case ToolCallBlock:
		if block.ArgsText != nil {
			return partialBlock{block, []byte(*block.ArgsText)}
		}
	}
	return partialBlock{fixed: block}
}

// join is the block with its text in it; arguments stay text until the message is complete.
func (p partialBlock) join() ContentBlock {
	text := string(p.text)
	switch block := p.fixed.(type) {
	case TextBlock:
		block.Text = text
		return block
	case ThinkingBlock:
		block.Thinking = text
		return block
	case ToolCallBlock:
		block.ArgsText = &text
		return block
	default:
		return block
	}
}

// emptyBlock is what a block must be of which only deltas were sent.
func emptyBlock(kind DeltaKind) ContentBlock {
	switch kind {
	case DeltaKindThinking:
		return ThinkingBlock{}
	case DeltaKindToolCall:
		return ToolCallBlock{Args: map[string]any{}}
	default:
		return TextBlock{}
	}
}

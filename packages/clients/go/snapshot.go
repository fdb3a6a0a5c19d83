package myelin

// snapshot grows an assistant message out of its deltas. Each add costs the same however long the message is.
type snapshot struct {
	head *AssistantMessage
	// others are all blocks as they were when the current one was last switched to. The list is never changed once an
	// update holds it.
	others  []partialBlock
	index   int
	current partialBlock
}

// partialBlock is a block and the text that arrived for it. Text is only ever appended to, so that an earlier, shorter
// slice of it stays as it is.
type partialBlock struct {
	fixed ContentBlock
	text  []byte
}

// newSnapshot begins with the message as its message_start brought it.
func newSnapshot(head AssistantMessage) *snapshot {
	s := &snapshot{head: &head, index: -1}
	for _, block := range head.Content {
		s.others = append(s.others, splitBlock(block))
	}
	return s
}

// add takes a delta in, and gives what builds the whole message as it is now.
func (s *snapshot) add(delta string, kind DeltaKind, index int, block ContentBlock) func() AssistantMessage {
	if index != s.index {
		s.switchTo(index, kind)
	}
	if block != nil {
		s.current = splitBlock(block)
	}
	s.current.text = append(s.current.text, delta...)
	seen := *s
	return seen.build
}

func (s *snapshot) switchTo(index int, kind DeltaKind) {
	others := append([]partialBlock(nil), s.others...)
	if s.index >= 0 {
		others[s.index] = s.current
	}
	for len(others) <= index {
		others = append(others, partialBlock{fixed: emptyBlock(kind)})
	}
	s.others, s.index, s.current = others, index, others[index]
}

func (s *snapshot) build() AssistantMessage {
	message := *s.head
	message.Content = make([]ContentBlock, len(s.others))
	for i, other := range s.others {
		if i == s.index {
			other = s.current
		}
		message.Content[i] = other.join()
	}
	return message
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

package myelin

// PromptOption changes how a prompt is sent.
type PromptOption func(*PromptParams)

// WithContent sends blocks after the text of the prompt, which may then be empty.
func WithContent(content ...ContentBlock) PromptOption {
	return func(p *PromptParams) { p.Content = append(p.Content, content...) }
}

// WithWhenBusy says what becomes of the prompt while a run is live; without it, the prompt fails with SESSION_BUSY.
func WithWhenBusy(do WhenBusy) PromptOption {
	return func(p *PromptParams) { p.WhenBusy = do }
}

// WithModel has another model answer this prompt's run.
func WithModel(model ModelRef) PromptOption {
	return func(p *PromptParams) { p.Model = &model }
}

// WithThinkingLevel has the model think otherwise in this prompt's run.
func WithThinkingLevel(level ThinkingLevel) PromptOption {
	return func(p *PromptParams) { p.ThinkingLevel = level }
}

// WithTools chooses the tools that this prompt's run offers.
func WithTools(names ...string) PromptOption {
	return func(p *PromptParams) { p.Tools = names }
}

package myelin

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"iter"
	"slices"
)

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

// Run is a prompt on its way: the events of the run that takes it, and how it was answered.
type Run struct {
	session  *Session
	promptID string
	queue    *queue[SessionEvent]
	answered chan struct{}
	result   PromptResult
	err      error
	// began belongs to the reader.
	began bool
}

// Prompt sends a prompt and gives the events of its run, up to its agent_end, which holds the summary. The loop gets
// an error, as its last element, when the prompt could not be run: refused, ctx ended (which cancels the run), or the
// server lost; a run that ends in an error of its model is none. Leaving the loop early does not end the run. Only one
// loop may range over it. See StartPrompt for more than the events.
func (s *Session) Prompt(ctx context.Context, text string, options ...PromptOption) iter.Seq2[SessionEvent, error] {
	return s.StartPrompt(ctx, text, options...).Events()
}

// StartPrompt sends a prompt and returns at once. The events of its run wait in memory until somebody takes them or the
// Run is dropped. Hooks and tools that were registered before are in force: if the server refused one, the prompt is not
// sent and fails with HOOK_REJECTED. When ctx ends before the answer, the run is cancelled.
func (s *Session) StartPrompt(ctx context.Context, text string, options ...PromptOption) *Run {
	params := PromptParams{SessionID: s.id, PromptID: mintPromptID()}
	for _, option := range options {
		option(&params)
	}
	params.Text, params.Content = textOrContent(text, params.Content)
	run := &Run{session: s, promptID: params.PromptID, queue: newQueue[SessionEvent](), answered: make(chan struct{})}
	s.subscribe(run)
	if s.settled() {
		call, err := s.client.connection.begin(ctx, "session/prompt", params, nil)
		go run.await(ctx, call, err)
	} else {
		go run.sendLater(ctx, params)
	}
	return run
}

// settled is whether nothing that was registered still waits for its answer, and nothing was refused: a prompt then
// takes its place in line before StartPrompt returns.
func (s *Session) settled() bool { return s.pending.settled() && s.client.pending.settled() }

func (r *Run) sendLater(ctx context.Context, params PromptParams) {
	for _, pending := range []*registrations{&r.session.client.pending, &r.session.pending} {
		if err := pending.wait(ctx); err != nil {
			r.finish(PromptResult{}, err)
			return
		}
	}
	call, err := r.session.client.connection.begin(ctx, "session/prompt", params, nil)
	r.await(ctx, call, err)
}

func (r *Run) await(ctx context.Context, call *call, err error) {
	var raw json.RawMessage
	if err == nil {
		raw, err = r.session.client.connection.wait(ctx, call)
	}
	var result PromptResult
	if err == nil {
		err = decodeAnswer("session/prompt", raw, &result)
	}
	r.finish(result, err)
}

func (r *Run) finish(result PromptResult, err error) {
	r.session.unsubscribe(r)
	r.result, r.err = result, err
	close(r.answered)
	if isCancelledHere(err) {
		r.queue.fail(err)
	} else {
		r.queue.close(err)
	}
}

// Events are the events of the run, as in Prompt.
func (r *Run) Events() iter.Seq2[SessionEvent, error] {
	return func(yield func(SessionEvent, error) bool) {
		if !r.queue.each(yield) {
			r.leave()
		}
	}
}

// Result waits for the answer to the prompt, which comes after all events of its run: the summary, or the id of the
// message that waits for the next run.
func (r *Run) Result() (PromptResult, error) {
	<-r.answered
	return r.result, r.err
}

// leave takes the events itself, so that nothing waits for a loop that is over.
func (r *Run) leave() {
	r.session.unsubscribe(r)
	r.queue.discard()
}

// accept takes what is said between the event that names our prompt and the end of that run.
func (r *Run) accept(place place, event SessionEvent) bool {
	r.began = r.began || slices.Contains(place.promptIDs, r.promptID)
	switch event := event.(type) {
	case Gap:
		r.began = r.began || slices.Contains(event.State.PromptIDs, r.promptID)
	case AgentEnd:
		if r.began && !event.WillRetry {
			r.queue.push(event)
			return false
		}
	}
	if r.began {
		r.queue.push(event)
	}
	return true
}

// end does nothing: the call of session/prompt learns of it, and with it the queue.
func (r *Run) end(*Error) {}

func mintPromptID() string {
	var random [12]byte
	_, _ = rand.Read(random[:])
	return hex.EncodeToString(random[:])
}

// textOrContent is the one form that the server takes of the two.
func textOrContent(text string, content []ContentBlock) (*string, []ContentBlock) {
	switch {
	case len(content) == 0:
		return &text, nil
	case text == "":
		return nil, content
	default:
		return nil, append([]ContentBlock{TextBlock{Text: text}}, content...)
	}
}

func (s *Session) steering(text string, content []ContentBlock) SteerParams {
	params := SteerParams{SessionID: s.id}
	params.Text, params.Content = textOrContent(text, content)
	return params
}

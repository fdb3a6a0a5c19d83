package myelin

import (
	"context"
	"iter"
)

// Entries is one page of what is kept of the session, of all branches in the order of writing: those behind after, the Next of
// the page before (0 for the first), and at most limit of them (100 if it is 0).
func (s *Session) Entries(ctx context.Context, after, limit int64) (EntriesResult, error) {
	params := EntriesParams{SessionID: s.id, After: unlessZero(after), Limit: unlessZero(limit)}
	return request[EntriesResult](ctx, s.client, "session/entries", params)
}

// AllEntries is all that is kept of the session, page by page as the loop goes on.
func (s *Session) AllEntries(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for after := int64(0); ; {
			page, err := s.Entries(ctx, after, 0)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, entry := range page.Entries {
				if !yield(entry, nil) {
					return
				}
			}
			if page.Next == nil {
				return
			}
			after = *page.Next
		}
	}
}

// Rename names the session; "" takes its name away.
func (s *Session) Rename(ctx context.Context, name string) error {
	return do(ctx, s.client, "session/rename", RenameParams{SessionID: s.id, Name: unlessZero(name)})
}

// Label labels an entry; "" takes its label away.
func (s *Session) Label(ctx context.Context, entryID, label string) error {
	return do(ctx, s.client, "session/label", LabelParams{SessionID: s.id, EntryID: entryID, Label: unlessZero(label)})
}

// Navigate goes on behind another entry; "" stands for the beginning. It fails with SESSION_BUSY while a run is live.
func (s *Session) Navigate(ctx context.Context, entryID string) error {
	return do(ctx, s.client, "session/navigate", NavigateParams{SessionID: s.id, EntryID: unlessZero(entryID)})
}

// Fork makes another session of what stands up to an entry, or of all that stands if it is "", and gives its id for
// [Client.OpenSession]. It fails with SESSION_BUSY while a run is live.
func (s *Session) Fork(ctx context.Context, entryID string) (sessionID string, err error) {
	answer, err := request[ForkResult](ctx, s.client, "session/fork", ForkParams{SessionID: s.id, EntryID: unlessZero(entryID)})
	return answer.SessionID, err
}

// Compact has the model summarise what came before, so that requests become smaller; instructions say what matters, and may be
// empty. Errors: SESSION_BUSY, NOTHING_TO_COMPACT, COMPACTION_FAILED.
func (s *Session) Compact(ctx context.Context, instructions string) (CompactResult, error) {
	return request[CompactResult](ctx, s.client, "session/compact", CompactParams{SessionID: s.id, Instructions: unlessZero(instructions)})
}

// SetGoal gives the session a goal, or does something with the one that it has, and gives the goal as it is then: nil if there is
// none. An active goal starts runs by itself, which answer no prompt. Errors: GOAL_NOT_FOUND, GOAL_CONFLICT.
func (s *Session) SetGoal(ctx context.Context, action GoalAction) (*Goal, error) {
	answer, err := request[SetGoalResult](ctx, s.client, "session/setGoal", SetGoalParams{SessionID: s.id, Goal: action})
	return answer.Goal, err
}

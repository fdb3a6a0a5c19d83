package myelin

import (
	"crypto/rand"
	"encoding/hex"
)

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

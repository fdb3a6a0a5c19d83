package myelin

import (
	"encoding/json"
	"errors"
	"fmt"
)

var errNotObject = errors.New("a JSON object was expected")

// errStop ends eachMember early without being an error of the data.
var errStop = errors.New("stop")

// eachMember calls visit for every member of a JSON object in the order of the text, in one pass. It checks the
// object's own punctuation only: what a value holds is for whoever reads the value to judge.
func eachMember(data []byte, visit func(name string, raw []byte) error) error {
	s := scanner{data: data}
	if !s.take('{') {
		return errNotObject
	}
	if s.take('}') {
		return s.end()
	}
	for {
		name, err := s.name()
		if err != nil {
			return err
		}
		raw := s.value()
		if raw == nil {
			return errNotObject
		}
		if err := visit(name, raw); err != nil {
			if errors.Is(err, errStop) {
				return nil
			}
			return fmt.Errorf("member %q: %w", name, err)
		}
		if s.take('}') {
			return s.end()
		}
		if !s.take(',') {
			return errNotObject
		}
	}
}

// stringMember reads one member that is a string; empty if there is none.
func stringMember(data []byte, member string) (string, error) {
	var found string
	err := eachMember(data, func(name string, raw []byte) error {
		if name != member {
			return nil
		}
		if readString(raw, &found) != nil {
			found = string(raw)
		}
		return errStop
	})
	return found, err
}

type scanner struct {
	data []byte
	at   int
}

func (s *scanner) skipSpace() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) take(char byte) bool {
	s.skipSpace()
	if s.at < len(s.data) && s.data[s.at] == char {
		s.at++
		return true
	}
	return false
}

func (s *scanner) end() error {
	s.skipSpace()
	if s.at < len(s.data) {
		return errNotObject
	}
	return nil
}

// name reads a member's name and the colon after it.
func (s *scanner) name() (string, error) {
	s.skipSpace()
	start := s.at
	if !s.skipString() {
		return "", errNotObject
	}
	name, err := unquote(s.data[start:s.at])
	if err != nil {
		return "", err
	}
	if !s.take(':') {
		return "", errNotObject
	}
	return name, nil
}

func unquote(quoted []byte) (string, error) {
	for _, char := range quoted[1 : len(quoted)-1] {
		if char < ' ' || char == '\\' || char > '~' {
			var name string
			err := json.Unmarshal(quoted, &name)
			return name, err
		}
	}
	return string(quoted[1 : len(quoted)-1]), nil
}

// value is the text of the next value; nil if there is none.
func (s *scanner) value() []byte {
	s.skipSpace()
	start := s.at
	if !s.skipValue() {
		return nil
	}
	return s.data[start:s.at]
}

func (s *scanner) skipValue() bool {
	if s.at >= len(s.data) {
		return false
	}
	switch s.data[s.at] {
	case '"':
		return s.skipString()
	case '{', '[':
		return s.skipContainer()
	default:
		return s.skipWord()
	}
}

func (s *scanner) skipContainer() bool {
	for depth := 0; s.at < len(s.data); {
		switch s.data[s.at] {
		case '"':
			if !s.skipString() {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return true
		}
	}
	return false
}

// skipWord skips a number, true, false or null.
func (s *scanner) skipWord() bool {
	start := s.at
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\n', '\r', ',', ':', '}', ']', '{', '[', '"':
			return s.at > start
		}
		s.at++
	}
	return s.at > start
}

func (s *scanner) skipString() bool {
	if s.at >= len(s.data) || s.data[s.at] != '"' {
		return false
	}
	for s.at++; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return true
		}
	}
	return false
}

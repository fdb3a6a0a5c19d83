// Command answer prompts a server once a line of standard input and prints the first answer of each run as JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	myelin "myelin.dev/go"
)

func answer(ctx context.Context, session *myelin.Session, prompt string) (myelin.Message, error) {
	for event, err := range session.Prompt(ctx, prompt) {
		if err != nil {
			return nil, err
		}
		end, isEnd := event.(myelin.MessageEnd)
		if !isEnd || end.Discarded {
			continue
		}
		if message, isAnswer := end.Message.(myelin.AssistantMessage); isAnswer {
			_, err := session.Abort(ctx, "")
			return message, err
		}
	}
	return nil, errors.New("the run has no answer")
}

func run(ctx context.Context, model myelin.ModelRef) error {
	client, err := myelin.Spawn(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		session, err := client.CreateSession(ctx, myelin.SessionOptions{Model: &model})
		if err != nil {
			return err
		}
		message, err := answer(ctx, session, lines.Text())
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		text, err := json.Marshal(message)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
		if err := session.Close(ctx); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := run(context.Background(), myelin.ModelRef{Provider: os.Args[1], ID: os.Args[2]}); err != nil {
		log.Fatal(err)
	}
}

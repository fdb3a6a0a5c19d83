# Forwards a session to browsers by server-sent events: `curl -N URL/events` shows it, `curl -d 'who are you?' URL/prompt`
# prompts. A browser that comes back says the last event it has, and goes on behind it.
import asyncio
import contextlib
import json

from myelin import Myelin, MyelinError, Session

HEAD = "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n"


def last_seq(session: Session, last: str | None) -> int | None:
    """The number of an event of this session; one of another, or of none, is nothing to go on from."""
    of, _, seq = (last or "").partition(":")
    return int(seq) if of == session.id and seq.isascii() and seq.isdecimal() else None


async def forward(session: Session, last: str | None, browser: asyncio.StreamWriter) -> None:
    browser.write(HEAD.format(status="200 OK", kind="text/event-stream").encode())
    events = session.events(after_seq=last_seq(session, last))
    async for event in events:
        data = json.dumps(event.to_wire(), ensure_ascii=False)
        browser.write(f"id: {session.id}:{events.seq}\nevent: {event.type}\ndata: {data}\n\n".encode())
        await browser.drain()  # a browser that is slow holds the session


async def prompt(session: Session, text: str, browser: asyncio.StreamWriter) -> None:
    try:
        answer(browser, "200 OK", (await session.prompt(text)).end_reason)
    except MyelinError as error:
        answer(browser, "409 Conflict", str(error))


def answer(browser: asyncio.StreamWriter, status: str, text: str) -> None:
    browser.write(f"{HEAD.format(status=status, kind='text/plain')}{text}\n".encode())


async def serve(session: Session, request: asyncio.StreamReader, browser: asyncio.StreamWriter) -> None:
    line, *lines = (await request.readuntil(b"\r\n\r\n")).decode().splitlines()
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    try:
        match line.split()[:2]:
            case ["GET", "/events"]:
                await forward(session, headers.get("last-event-id"), browser)
            case ["POST", "/prompt"]:
                body = await request.readexactly(int(headers.get("content-length", "0")))
                await prompt(session, body.decode(), browser)
            case _:
                answer(browser, "404 Not Found", "there are /events and /prompt")
    except ConnectionError:
        pass  # the browser has gone
    finally:
        browser.close()


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()
        server = await asyncio.start_server(lambda request, browser: serve(session, request, browser), "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        print(f"http://{host}:{port}", flush=True)
        async with server:
            await server.serve_forever()


with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends it
    asyncio.run(main())

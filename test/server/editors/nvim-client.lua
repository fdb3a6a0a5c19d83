-- Drives a server over vim.lsp.rpc: initialize, a session, a prompt that is streamed, a veto, a cancel, shutdown.
-- The server's command line is in $SERVER, and what was seen goes as JSON to the file in $REPORT.
local seen = { text = '', vetoed = '' }
local types = {}
local dispatchers = {
	notification = function(method, params)
		if method ~= 'session/event' then
			return
		end
		local event = params.event
		types[#types + 1] = event.type
		if event.type == 'message_update' then
			seen.text = seen.text .. event.delta
		elseif event.type == 'tool_decision' then
			seen.vetoed = event.decisions[1].reason
		elseif event.type == 'agent_end' then
			seen.cancelled = event.summary.endReason == 'aborted'
		end
	end,
	server_request = function(method)
		if method == 'hook/call' then
			return { decision = 'block', reason = 'not from Neovim' }
		end
	end,
	on_exit = function(code)
		seen.status = code
	end,
	on_error = function(code, err)
		seen.error = tostring(code) .. ' ' .. vim.inspect(err)
	end,
}
local command = vim.json.decode(vim.env.SERVER)
local client
if vim.fn.has('nvim-0.11') == 1 then
	client = vim.lsp.rpc.start(command, dispatchers)
else
	client = vim.lsp.rpc.start(command[1], vim.list_slice(command, 2), dispatchers)
end

local function until_true(condition)
	assert(vim.wait(10000, condition, 5), 'it did not come within ten seconds')
end

local function ask(method, params)
	local answer
	client.request(method, params, function(err, result)
		answer = { err = err, result = result }
	end)
	until_true(function()
		return answer ~= nil
	end)
	assert(not answer.err, vim.inspect(answer.err))
	return answer.result
end

local hello = { clientInfo = { name = 'nvim' }, protocolVersion = { min = 1, max = 1 } }
seen.server = ask('initialize', hello).serverInfo.name
local session = ask('session/create', {}).sessionId
seen.answer = ask('session/prompt', { sessionId = session, promptId = 'p1', text = 'hello' }).summary.endReason
ask('hooks/register', { hooks = { { hookId = 'g', point = 'tool_call' } }, sessionId = session })
ask('session/prompt', { sessionId = session, promptId = 'p2', text = 'bash command="echo hello"' })
ask('hooks/unregister', { ids = { 'g' } })
types = {}
-- Neovim keeps the answer to a cancelled request to itself.
local prompt = { sessionId = session, promptId = 'p3', text = 'bash command="sleep 30"' }
local _, id = client.request('session/prompt', prompt, function() end)
until_true(function()
	return vim.tbl_contains(types, 'tool_execution_start')
end)
client.notify('$/cancelRequest', { id = id })
until_true(function()
	return seen.cancelled
end)
ask('shutdown', {})
client.notify('exit', {})
until_true(function()
	return seen.status ~= nil
end)
vim.fn.writefile({ vim.json.encode(seen) }, vim.env.REPORT)
vim.cmd('qall!')

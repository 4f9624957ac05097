-- Wireshark dissector for the I2O messages of a trace that "spine trace" has written: link type USER0 (147) in pcapng.
--
--   wireshark -X lua_script:docs/trace/spine-i2o.lua FILE.pcapng
--   tshark -X lua_script:docs/trace/spine-i2o.lua -r FILE.pcapng -Y i2o
--
-- Each record is a header that says where the message was posted (docs/observing.md), then the message frame. Filters: i2o.function,
-- i2o.function_name, i2o.target, i2o.initiator, i2o.status, i2o.sender, i2o.receiver, i2o.reply, i2o.fail and the others below.
-- Sources: I2O 1.5, message frame format and scatter-gather lists.

local i2o = Proto("i2o", "I2O message")

-- BEGIN names (written by TraceDissectorTest from the code; do not edit)
local class_names = {
    [0x00] = "EXECUTIVE",
    [0x01] = "DDM",
    [0x10] = "RANDOM_BLOCK_STORAGE",
    [0x11] = "SEQUENTIAL_STORAGE",
    [0x20] = "LAN",
    [0x30] = "WAN",
    [0x40] = "FIBRE_CHANNEL_PORT",
    [0x41] = "FIBRE_CHANNEL_PERIPHERAL",
    [0x51] = "SCSI_PERIPHERAL",
    [0x60] = "ATE_PORT",
    [0x61] = "ATE_PERIPHERAL",
    [0x70] = "FLOPPY_CONTROLLER",
    [0x71] = "FLOPPY_DEVICE",
    [0x80] = "BUS_ADAPTER",
    [0x90] = "PEER_TRANSPORT_AGENT",
    [0x91] = "PEER_TRANSPORT",
    [0xA0] = "REMOTE_UNIT_MANAGEMENT",
    [0xA1] = "REMOTE_TRANSPORT",
    [0xB0] = "HOT_PLUG_CONTROLLER",
    [0x100] = "DISPLAY",
    [0x101] = "RUNTIME",
    [0xFFF] = "ANY",
}
local common_functions = {
    [0x00] = "UTIL_NOP",
    [0x01] = "UTIL_ABORT",
    [0x05] = "UTIL_PARAMS_SET",
    [0x06] = "UTIL_PARAMS_GET",
    [0x09] = "UTIL_CLAIM",
    [0x0B] = "UTIL_CLAIM_RELEASE",
    [0x0D] = "UTIL_DEVICE_RESERVE",
    [0x0F] = "UTIL_DEVICE_RELEASE",
    [0x10] = "UTIL_CONFIG_DIALOG",
    [0x13] = "UTIL_EVENT_REGISTER",
    [0x14] = "UTIL_EVENT_ACKNOWLEDGE",
    [0x15] = "UTIL_REPLY_FAULT_NOTIFY",
    [0x17] = "UTIL_LOCK",
    [0x19] = "UTIL_LOCK_RELEASE",
    [0xA0] = "EXEC_STATUS_GET",
    [0xA1] = "EXEC_OUTBOUND_INIT",
    [0xA2] = "EXEC_LCT_NOTIFY",
    [0xA3] = "EXEC_SYS_TAB_SET",
    [0xA5] = "EXEC_BIOS_INFO_SET",
    [0xA7] = "EXEC_BOOT_DEVICE_SET",
    [0xA8] = "EXEC_HRT_GET",
    [0xA9] = "EXEC_SW_DOWNLOAD",
    [0xAB] = "EXEC_SW_UPLOAD",
    [0xAD] = "EXEC_SW_REMOVE",
    [0xAF] = "EXEC_DDM_SUSPEND",
    [0xB1] = "EXEC_DDM_DESTROY",
    [0xB2] = "EXEC_ADAPTER_READ",
    [0xB3] = "EXEC_ADAPTER_ASSIGN",
    [0xB5] = "EXEC_ADAPTER_RELEASE",
    [0xB7] = "EXEC_DEVICE_ASSIGN",
    [0xB9] = "EXEC_DEVICE_RELEASE",
    [0xBB] = "EXEC_CONFIG_VALIDATE",
    [0xBD] = "EXEC_IOP_RESET",
    [0xBE] = "EXEC_IOP_CLEAR",
    [0xC1] = "EXEC_SYS_MODIFY",
    [0xC3] = "EXEC_SYS_QUIESCE",
    [0xC5] = "EXEC_PATH_QUIESCE",
    [0xC7] = "EXEC_DDM_QUIESCE",
    [0xC9] = "EXEC_IOP_CONNECT",
    [0xCA] = "EXEC_CONN_SETUP",
    [0xD1] = "EXEC_SYS_ENABLE",
    [0xD3] = "EXEC_PATH_ENABLE",
    [0xD5] = "EXEC_DDM_ENABLE",
    [0xD7] = "EXEC_PATH_RESET",
    [0xD9] = "EXEC_DDM_RESET",
    [0xDD] = "EXEC_STATIC_MF_CREATE",
    [0xDF] = "EXEC_STATIC_MF_RELEASE",
    [0xFF] = "PRIVATE",
}
local class_functions = {
    [0x001] = {
        [0xE0] = "DDM_ADAPTER_ATTACH",
        [0xE1] = "DDM_ADAPTER_RECONFIG",
        [0xE2] = "DDM_ADAPTER_RELEASE",
        [0xE3] = "DDM_ADAPTER_RESUME",
        [0xE4] = "DDM_ADAPTER_SUSPEND",
        [0xE5] = "DDM_DEVICE_ATTACH",
        [0xE6] = "DDM_DEVICE_RELEASE",
        [0xE7] = "DDM_DEVICE_RESET",
        [0xE8] = "DDM_DEVICE_RESUME",
        [0xE9] = "DDM_DEVICE_SUSPEND",
        [0xEA] = "DDM_SELF_RESET",
        [0xEB] = "DDM_SELF_RESUME",
        [0xEC] = "DDM_SELF_SUSPEND",
        [0xED] = "DDM_SYSTEM_CHANGE",
        [0xEE] = "DDM_SYSTEM_ENABLE",
        [0xEF] = "DDM_SYSTEM_HALT",
        [0xF0] = "DDM_ATTACH_COMPLETE",
    },
    [0x010] = {
        [0x25] = "BSA_STATUS_CHECK",
        [0x27] = "BSA_DEVICE_RESET",
        [0x30] = "BSA_BLOCK_READ",
        [0x31] = "BSA_BLOCK_WRITE",
        [0x33] = "BSA_BLOCK_WRITE_VERIFY",
        [0x35] = "BSA_MEDIA_VERIFY",
        [0x37] = "BSA_CACHE_FLUSH",
        [0x41] = "BSA_MEDIA_MOUNT",
        [0x43] = "BSA_MEDIA_EJECT",
        [0x45] = "BSA_MEDIA_FORMAT",
        [0x49] = "BSA_MEDIA_LOCK",
        [0x4B] = "BSA_MEDIA_UNLOCK",
        [0x70] = "BSA_POWER_MANAGEMENT",
        [0x71] = "BSA_BLOCK_REASSIGN",
    },
    [0x020] = {
        [0x35] = "LAN_RESET",
        [0x37] = "LAN_SUSPEND",
        [0x3B] = "LAN_PACKET_SEND",
        [0x3D] = "LAN_SDU_SEND",
        [0x3E] = "LAN_RECEIVE_POST",
    },
    [0x051] = {
        [0x27] = "SCSI_DEVICE_RESET",
        [0x81] = "SCSI_SCB_EXEC",
        [0x83] = "SCSI_SCB_ABORT",
    },
    [0x080] = {
        [0x85] = "HBA_ADAPTER_RESET",
        [0x87] = "HBA_BUS_RESET",
        [0x89] = "HBA_BUS_SCAN",
        [0x8B] = "HBA_BUS_QUIESCE",
    },
    [0x090] = {
        [0x91] = "PTA_SERVICE_ESTABLISH",
    },
    [0x091] = {
        [0x84] = "PT_CONNECT",
        [0x86] = "PT_POST_RECEIVE",
        [0x88] = "PT_REMOTE_ALLOCATE",
        [0x89] = "PT_REMOTE_FREE",
        [0x8A] = "PT_REDIRECT",
        [0x8B] = "PT_REDIRECT_ALLOCATE",
        [0x8C] = "PT_REDIRECT_DEALLOCATE",
        [0x92] = "PT_SERVICE_ESTABLISH",
    },
    [0x0B0] = {
        [0x90] = "HPC_SLOT_POWER_ON",
        [0x91] = "HPC_SLOT_POWER_OFF",
        [0x92] = "HPC_ATTENTION_INDICATE",
    },
    [0x100] = {
        [0x83] = "PUT_RUNS",
        [0x85] = "PUT_PACKETS",
    },
    [0x101] = {
        [0x81] = "SMALL_MESSAGE",
    },
}
local status_names = {
    [0x00] = "SUCCESS",
    [0x01] = "ABORT_DIRTY",
    [0x02] = "ABORT_NO_DATA_TRANSFER",
    [0x03] = "ABORT_PARTIAL_TRANSFER",
    [0x04] = "ERROR_DIRTY",
    [0x05] = "ERROR_NO_DATA_TRANSFER",
    [0x06] = "ERROR_PARTIAL_TRANSFER",
    [0x08] = "PROCESS_ABORT_DIRTY",
    [0x09] = "PROCESS_ABORT_NO_DATA_TRANSFER",
    [0x0A] = "PROCESS_ABORT_PARTIAL_TRANSFER",
    [0x0B] = "TRANSACTION_ERROR",
    [0x80] = "PROGRESS_REPORT",
}
local detail_names = {
    [0x00] = "SUCCESS",
    [0x02] = "BAD_KEY",
    [0x03] = "TCL_ERROR",
    [0x04] = "REPLY_BUFFER_FULL",
    [0x05] = "NO_SUCH_PAGE",
    [0x06] = "INSUFFICIENT_RESOURCE_SOFT",
    [0x07] = "INSUFFICIENT_RESOURCE_HARD",
    [0x09] = "CHAIN_BUFFER_TOO_LARGE",
    [0x0A] = "UNSUPPORTED_FUNCTION",
    [0x0B] = "DEVICE_LOCKED",
    [0x0C] = "DEVICE_RESET",
    [0x0D] = "INAPPROPRIATE_FUNCTION",
    [0x0E] = "INVALID_INITIATOR_ADDRESS",
    [0x0F] = "INVALID_MESSAGE_FLAGS",
    [0x10] = "INVALID_OFFSET",
    [0x11] = "INVALID_PARAMETER",
    [0x12] = "INVALID_REQUEST",
    [0x13] = "INVALID_TARGET_ADDRESS",
    [0x14] = "MESSAGE_TOO_LARGE",
    [0x15] = "MESSAGE_TOO_SMALL",
    [0x16] = "MISSING_PARAMETER",
    [0x17] = "TIMEOUT",
    [0x18] = "UNKNOWN_ERROR",
    [0x19] = "UNKNOWN_FUNCTION",
    [0x1A] = "UNSUPPORTED_VERSION",
    [0x1B] = "DEVICE_BUSY",
    [0x1C] = "DEVICE_NOT_AVAILABLE",
    [0x1D] = "CRITICAL_DEVICE",
    [0x1E] = "EVENT_ACKNOWLEDGE_PENDING",
    [0x1F] = "PERMANENT_STORE_ERROR",
}
local failure_names = {
    [0x81] = "SERVICE_SUSPENDED",
    [0x82] = "SERVICE_TERMINATED",
    [0x83] = "CONGESTION",
    [0x84] = "FAILURE",
    [0x85] = "STATE_ERROR",
    [0x86] = "TIMEOUT",
    [0x87] = "ROUTING_FAILURE",
    [0x88] = "INVALID_VERSION",
    [0x89] = "INVALID_OFFSET",
    [0x8A] = "INVALID_MESSAGE_FLAGS",
    [0x8B] = "FRAME_TOO_SMALL",
    [0x8C] = "FRAME_TOO_LARGE",
    [0x8D] = "INVALID_TARGET_ID",
    [0x8E] = "INVALID_INITIATOR_ID",
    [0x8F] = "INVALID_INITIATOR_CONTEXT",
    [0xFF] = "UNKNOWN",
}
-- END names

local lists = {[1] = "inbound", [2] = "outbound", [3] = "inbound, replies"}

local f = {
    version = ProtoField.uint8("i2o.trace.version", "Version of the trace header"),
    list = ProtoField.uint8("i2o.list", "List", base.DEC, lists),
    class = ProtoField.uint16("i2o.class", "Class of the device", base.HEX, class_names),
    mfa = ProtoField.uint32("i2o.mfa", "Address of the frame (MFA)", base.HEX),
    time = ProtoField.uint64("i2o.time", "Time in ns"),
    sender = ProtoField.string("i2o.sender", "Posted by"),
    receiver = ProtoField.string("i2o.receiver", "Posted to"),
    header_version = ProtoField.uint8("i2o.version", "Header version", base.DEC, nil, 0x07),
    offset = ProtoField.uint8("i2o.offset", "Word of the list", base.DEC, nil, 0xF0),
    flags = ProtoField.uint8("i2o.flags", "Flags", base.HEX),
    static = ProtoField.bool("i2o.static", "Static frame", 8, nil, 0x01),
    wide = ProtoField.bool("i2o.context64", "64-bit contexts", 8, nil, 0x02),
    multiple = ProtoField.bool("i2o.multiple", "Several transactions", 8, nil, 0x10),
    fail = ProtoField.bool("i2o.fail", "Transport failure", 8, nil, 0x20),
    last = ProtoField.bool("i2o.last", "Last reply", 8, nil, 0x40),
    reply = ProtoField.bool("i2o.reply", "Reply", 8, nil, 0x80),
    size = ProtoField.uint16("i2o.size", "Size in words"),
    target = ProtoField.uint32("i2o.target", "Target TID", base.HEX, nil, 0x00000FFF),
    initiator = ProtoField.uint32("i2o.initiator", "Initiator TID", base.HEX, nil, 0x00FFF000),
    func = ProtoField.uint8("i2o.function", "Function", base.HEX),
    func_name = ProtoField.string("i2o.function_name", "Function"),
    initiator_context = ProtoField.uint32("i2o.initiator_context", "Initiator context", base.HEX),
    transaction_context = ProtoField.uint32("i2o.transaction_context", "Transaction context", base.HEX),
    private_function = ProtoField.uint16("i2o.private.function", "Private function", base.HEX),
    organisation = ProtoField.uint16("i2o.private.organisation", "Organisation", base.HEX),
    status = ProtoField.uint8("i2o.status", "Request status", base.HEX, status_names),
    detail = ProtoField.uint16("i2o.detail", "Detailed status", base.HEX, detail_names),
    word4 = ProtoField.uint32("i2o.event", "Event, number of aborts or connection", base.HEX),
    failure = ProtoField.uint8("i2o.failure", "Failure code", base.HEX, failure_names),
    preserved = ProtoField.uint32("i2o.preserved", "Preserved MFA", base.HEX),
    payload = ProtoField.bytes("i2o.payload", "Payload"),
    element = ProtoField.none("i2o.sgl", "Element"),
    element_flags = ProtoField.uint8("i2o.sgl.flags", "Flags", base.HEX),
    element_count = ProtoField.uint32("i2o.sgl.count", "Bytes", base.DEC, nil, 0x00FFFFFF),
    element_context = ProtoField.bytes("i2o.sgl.context", "Context"),
    element_address = ProtoField.uint32("i2o.sgl.address", "Address", base.HEX),
    element_address64 = ProtoField.uint64("i2o.sgl.address64", "Address", base.HEX),
    element_data = ProtoField.bytes("i2o.sgl.data", "Data"),
}
local fields = {}
for _, field in pairs(f) do
    fields[#fields + 1] = field
end
i2o.fields = fields

local short_frame = ProtoExpert.new("i2o.short", "The message is longer than its record", expert.group.MALFORMED, expert.severity.ERROR)
local bad_list = ProtoExpert.new("i2o.sgl.bad", "The list leaves its message or has an unknown element", expert.group.PROTOCOL,
    expert.severity.WARN)
i2o.experts = {short_frame, bad_list}

local function name_of_function(class, code)
    local of_class = class_functions[class]
    return of_class and of_class[code] or common_functions[code] or string.format("0x%X", code)
end

-- The elements of a scatter-gather list from a byte on; frame is exactly the message.
local function dissect_list(frame, tree, at)
    local wide_addresses = false
    while at + 4 <= frame:len() do
        local flags = frame(at + 3, 1):uint()
        local count = frame(at, 3):le_uint()
        local kind = bit.band(flags, 0x7C)
        local context = bit.band(flags, 0x03) * 4
        local begin = at
        local item = tree:add(f.element, frame(at, 4))
        item:add(f.element_flags, frame(at + 3, 1))
        at = at + 4
        local function take(bytes)
            if at + bytes > frame:len() then
                item:add_proto_expert_info(bad_list)
                return nil
            end
            at = at + bytes
            return frame(at - bytes, bytes)
        end
        local function take_context()
            if context > 0 then
                local range = take(context)
                if range then
                    item:add(f.element_context, range)
                end
                return range ~= nil
            end
            return true
        end
        local text
        local form = bit.band(kind, 0x30)
        if kind == 0x00 then
            text = "ignore"
        elseif kind == 0x7C then
            text = "attributes"
            wide_addresses = bit.band(count, 0x0002) ~= 0
            local words = bit.rshift(count, 16)
            if words > 1 and not take((words - 1) * 4) then
                return
            end
        elseif kind == 0x30 or kind == 0x38 or (form == 0x10 and kind ~= 0x70 and kind < 0x60) then
            text = (kind == 0x30 or kind == 0x38) and "chain" or "simple"
            item:add_le(f.element_count, frame(begin, 4))
            local range = take_context() and take(wide_addresses and 8 or 4)
            if not range then
                return
            end
            item:add_le(wide_addresses and f.element_address64 or f.element_address, range)
            text = string.format("%s, %d bytes at 0x%s", text, count,
                wide_addresses and range:le_uint64():tohex() or string.format("%08x", range:le_uint()))
            if text:sub(1, 6) == "simple" then
                text = text .. (bit.band(flags, 0x04) ~= 0 and ", from the buffer" or ", into the buffer")
            end
        elseif form == 0x20 and kind ~= 0x7C and kind < 0x70 then
            text = string.format("page list, %d bytes", count)
            item:add_le(f.element_count, frame(begin, 4))
            -- How many pages there are depends on the host's page size, which the message does not tell: the rest of the message.
            if not take_context() or not take(frame:len() - at) then
                return
            end
        elseif kind == 0x0C or kind == 0x4C then
            text = string.format("immediate, %d bytes", count)
            item:add_le(f.element_count, frame(begin, 4))
            local padded = bit.band(count + 3, 0xFFFFFFFC)
            local range = take_context() and (padded == 0 and frame(at, 0) or take(padded))
            if not range then
                return
            end
            if padded > 0 then
                item:add(f.element_data, range)
            end
        elseif kind == 0x08 or kind == 0x48 then
            text = string.format("bit bucket, %d bytes", count)
            item:add_le(f.element_count, frame(begin, 4))
            if not take(4) then
                return
            end
        elseif kind == 0x04 or kind == 0x40 then
            text = kind == 0x04 and "transport details" or "long transaction"
            if count > 1 and not take((count - 1) * 4) then
                return
            end
        elseif kind == 0x70 then
            text = "short transaction"
            local words = bit.band(bit.rshift(count, 16), 0xFF)
            if words > 1 and not take((words - 1) * 4) then
                return
            end
        else
            item:set_text(string.format("unknown element 0x%02x", flags))
            item:add_proto_expert_info(bad_list)
            return
        end
        if bit.band(flags, 0x40) ~= 0 and kind ~= 0x7C and kind ~= 0x70 and kind ~= 0x40 then
            text = text .. ", end of buffer"
        end
        item:set_text("Element: " .. text)
        item:set_len(at - begin)
        if bit.band(flags, 0x80) ~= 0 or text:sub(1, 5) == "chain" then
            return
        end
    end
end

local function dissect_payload(frame, tree, info, flags, code, offset)
    local is_reply = bit.band(flags, 0x80) ~= 0
    local at = 16
    if bit.band(flags, 0x20) ~= 0 then
        if frame:len() >= 20 then
            tree:add(f.failure, frame(19, 1))
            info[#info + 1] = "TRANSPORT FAILURE " .. (failure_names[frame(19, 1):uint()] or string.format("0x%X", frame(19, 1):uint()))
        end
        if frame:len() >= 32 then
            tree:add_le(f.preserved, frame(28, 4))
        end
    elseif is_reply and frame:len() >= 20 and frame(19, 1):uint() ~= 0x0B and (code == 0x13 or code == 0x01 or code == 0xCA) then
        -- The replies whose word 4 is no status: of an event, of an abort, of a connection.
        tree:add_le(f.word4, frame(16, 4))
        local what = code == 0x13 and "event %08x" or code == 0x01 and "%d aborted" or "connection %08x"
        info[#info + 1] = string.format(what, frame(16, 4):le_uint())
        at = 20
    elseif is_reply and frame:len() >= 20 then
        local status = frame(19, 1):uint()
        local detail = frame(16, 2):le_uint()
        tree:add(f.status, frame(19, 1))
        tree:add_le(f.detail, frame(16, 2))
        info[#info + 1] = status_names[status] or string.format("0x%X", status)
        if detail ~= 0 then
            info[#info + 1] = "detail " .. (detail_names[detail] or string.format("0x%X", detail))
        end
        at = 20
    elseif code == 0xFF and frame:len() >= 20 then
        tree:add_le(f.private_function, frame(16, 2))
        tree:add_le(f.organisation, frame(18, 2))
        info[#info + 1] = string.format("organisation %04x function %04x", frame(18, 2):le_uint(), frame(16, 2):le_uint())
        at = 20
    end
    local list = not is_reply and offset > 0 and offset * 4 or frame:len()
    if list > frame:len() then
        tree:add_proto_expert_info(bad_list)
        list = frame:len()
    end
    if list > at then
        tree:add(f.payload, frame(at, list - at))
    end
    if list < frame:len() then
        dissect_list(frame, tree:add(frame(list), "Scatter-gather list"), list)
    end
end

function i2o.dissector(buffer, pinfo, root)
    if buffer:len() < 20 or buffer(0, 1):uint() ~= 1 then
        return 0
    end
    local header_bytes = buffer(18, 2):le_uint()
    local sender_bytes = buffer(16, 1):uint()
    local receiver_bytes = buffer(17, 1):uint()
    if header_bytes < 20 + sender_bytes + receiver_bytes or buffer:len() < header_bytes + 16 then
        return 0
    end
    pinfo.cols.protocol = "I2O"
    local tree = root:add(i2o, buffer())
    local posted = tree:add(buffer(0, header_bytes), "Posted")
    posted:add(f.version, buffer(0, 1))
    posted:add(f.list, buffer(1, 1))
    posted:add_le(f.class, buffer(2, 2))
    posted:add_le(f.mfa, buffer(4, 4))
    posted:add_le(f.time, buffer(8, 8))
    posted:add(f.sender, buffer(20, sender_bytes))
    posted:add(f.receiver, buffer(20 + sender_bytes, receiver_bytes))
    pinfo.cols.src = buffer(20, sender_bytes):string()
    pinfo.cols.dst = buffer(20 + sender_bytes, receiver_bytes):string()

    local class = buffer(2, 2):le_uint()
    local frame = buffer(header_bytes):tvb()
    local size = frame(2, 2):le_uint() * 4
    local code = frame(7, 1):uint()
    local flags = frame(1, 1):uint()
    local name = name_of_function(class, code)
    tree:add(f.header_version, frame(0, 1))
    tree:add(f.offset, frame(0, 1))
    local flag_tree = tree:add(f.flags, frame(1, 1))
    for _, flag in ipairs({f.static, f.wide, f.multiple, f.fail, f.last, f.reply}) do
        flag_tree:add(flag, frame(1, 1))
    end
    tree:add_le(f.size, frame(2, 2))
    tree:add_le(f.target, frame(4, 4))
    tree:add_le(f.initiator, frame(4, 4))
    tree:add(f.func, frame(7, 1))
    tree:add(f.func_name, frame(7, 1), name)
    tree:add_le(f.initiator_context, frame(8, 4))
    tree:add_le(f.transaction_context, frame(12, 4))
    if size > frame:len() then
        tree:add_proto_expert_info(short_frame)
        size = frame:len()
    end
    local info = {(bit.band(flags, 0x80) ~= 0 and "reply " or "request ") .. name,
        string.format("tid %03x", bit.band(frame(4, 4):le_uint(), 0xFFF))}
    dissect_payload(frame(0, math.max(size, 16)):tvb(), tree, info, flags, code, bit.rshift(frame(0, 1):uint(), 4))
    pinfo.cols.info = table.concat(info, ", ")
    tree:append_text(": " .. table.concat(info, ", "))
    return buffer:len()
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, i2o)

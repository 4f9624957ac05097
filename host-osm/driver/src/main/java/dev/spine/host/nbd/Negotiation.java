package dev.spine.host.nbd;

import dev.spine.host.nbd.NbdCounters.Counter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What client and server agree upon before the first request: fixed newstyle. Parses options and answers them; knows no sockets. May
 * allocate: it runs once per connection. Host agent's thread only.
 */
final class Negotiation {
    /** What comes next. */
    enum Step {
        /** More bytes must come, or what was answered must be sent first. */
        GO_ON,
        /** The client begins to transmit. */
        TRANSMIT,
        /** Send what was answered, then close. */
        SEND_AND_CLOSE,
        CLOSE
    }

    private enum Phase { CLIENT_FLAGS, OPTION, DATA, EXCESS }

    /** Longest data of any option that is understood. */
    private static final int MAX_DATA_BYTES = 8 * 1024;
    /** More than this is not even passed over. */
    private static final int MAX_EXCESS_BYTES = 1 << 20;
    /** The largest transfer that clients may ask for. */
    static final int MAX_PAYLOAD_BYTES = 32 << 20;
    private static final int PREFERRED_BYTES = 4096;

    private final ExportList exports;
    private final NbdCounters counters;
    private final ConnectionMemory memory;
    private final InputBuffer in;
    private final OutputQueue out;
    private final ReplyArea area;
    private final int optionLimit;
    private Phase phase = Phase.CLIENT_FLAGS;
    private int options;
    private int option;
    private int length;
    private boolean padded = true;
    private boolean structured;
    private @Nullable NbdExport chosen;
    /** The export for whose map the client has asked last. */
    private @Nullable NbdExport mapped;

    Negotiation(ExportList exports, NbdCounters counters, ConnectionMemory memory, InputBuffer in, OutputQueue out, ReplyArea area,
        int optionLimit) {
        this.exports = exports;
        this.counters = counters;
        this.memory = memory;
        this.in = in;
        this.out = out;
        this.area = area;
        this.optionLimit = optionLimit;
    }

    /** {@return what was agreed upon; null until the client transmits} */
    @Nullable Agreement agreement() {
        NbdExport export = chosen;
        return export == null ? null : new Agreement(export, structured, export.equals(mapped) ? export.map() : null);
    }

    /** {@return how many bytes must come before anything happens} */
    int missing() {
        return wanted() - in.available();
    }

    private int wanted() {
        return switch (phase) {
            case CLIENT_FLAGS -> NbdProtocol.CLIENT_FLAGS_BYTES;
            case OPTION -> NbdProtocol.OPTION_BYTES;
            case DATA -> length;
            case EXCESS -> 1;
        };
    }

    /** Says who speaks first: the server. */
    void greet() {
        int position = area.take(NbdProtocol.GREETING_BYTES, 0);
        ByteBuffer bytes = memory.bytes();
        bytes.putLong(position, NbdProtocol.SERVER_MAGIC);
        bytes.putLong(position + 8, NbdProtocol.OPTION_MAGIC);
        bytes.putShort(position + 16, (short) (NbdProtocol.FIXED_NEWSTYLE | NbdProtocol.NO_ZEROES));
        out.addHeld(position, NbdProtocol.GREETING_BYTES);
    }

    /** Parses what has come. One option is answered at a time, and the next one is looked at when the answer has left. */
    Step parse() {
        while (out.isEmpty() && in.available() > 0) {
            if (phase == Phase.EXCESS) {
                passOver();
                continue;
            }
            if (!in.makeRoom(wanted()) || in.available() < wanted()) {
                return Step.GO_ON;
            }
            int wanted = wanted();
            Step step = switch (phase) {
                case CLIENT_FLAGS -> clientFlags();
                case OPTION -> beginOption();
                case DATA, EXCESS -> answer();
            };
            in.skip(wanted);
            if (step != Step.GO_ON) {
                return step;
            }
        }
        return Step.GO_ON;
    }

    private void passOver() {
        int passed = Math.min(length, in.available());
        in.skip(passed);
        length -= passed;
        if (length == 0) {
            reply(NbdProtocol.REP_ERR_TOO_BIG, 0);
            phase = Phase.OPTION;
        }
    }

    private Step clientFlags() {
        int flags = memory.bytes().getInt(in.position());
        if ((flags & ~(NbdProtocol.FIXED_NEWSTYLE | NbdProtocol.NO_ZEROES)) != 0) {
            return bad();
        }
        padded = (flags & NbdProtocol.NO_ZEROES) == 0;
        phase = Phase.OPTION;
        return Step.GO_ON;
    }

    private Step bad() {
        counters.increment(Counter.BAD_NEGOTIATIONS);
        return Step.CLOSE;
    }

    private Step beginOption() {
        ByteBuffer bytes = memory.bytes();
        int at = in.position();
        if (bytes.getLong(at) != NbdProtocol.OPTION_MAGIC) {
            return bad();
        }
        if (++options > optionLimit) {
            counters.increment(Counter.OPTION_FLOODS);
            return Step.CLOSE;
        }
        option = bytes.getInt(at + 8);
        length = bytes.getInt(at + 12);
        phase = Phase.DATA;
        if (length < 0 || length > MAX_DATA_BYTES) {
            counters.increment(Counter.OVERSIZE_OPTIONS);
            if (length < 0 || length > MAX_EXCESS_BYTES || option == NbdProtocol.OPT_EXPORT_NAME) {
                return Step.CLOSE;
            }
            phase = Phase.EXCESS;
        } else if (length == 0) {
            return answer();
        }
        return Step.GO_ON;
    }

    /** Answers the option; its data lies behind what was consumed when it has none. */
    private Step answer() {
        int data = in.position();
        phase = Phase.OPTION;
        switch (option) {
            case NbdProtocol.OPT_EXPORT_NAME -> {
                return exportName(data);
            }
            case NbdProtocol.OPT_ABORT -> {
                reply(NbdProtocol.REP_ACK, 0);
                return Step.SEND_AND_CLOSE;
            }
            case NbdProtocol.OPT_LIST -> list();
            case NbdProtocol.OPT_STRUCTURED_REPLY -> structuredReply();
            case NbdProtocol.OPT_INFO -> inform(data);
            case NbdProtocol.OPT_GO -> {
                NbdExport found = inform(data);
                if (found != null) {
                    chosen = found;
                    return Step.TRANSMIT;
                }
            }
            case NbdProtocol.OPT_LIST_META_CONTEXT, NbdProtocol.OPT_SET_META_CONTEXT -> metaContexts(data);
            // Encryption is none of this server's business: put a tunnel in front (docs/disks.md).
            default -> {
                counters.increment(Counter.UNSUPPORTED_OPTIONS);
                reply(NbdProtocol.REP_ERR_UNSUP, 0);
            }
        }
        return Step.GO_ON;
    }

    private Step exportName(int data) {
        NbdExport found = find(data, length);
        if (found == null) {
            // This option has no way to say no.
            counters.increment(Counter.UNKNOWN_EXPORTS);
            return Step.CLOSE;
        }
        int size = 10 + (padded ? NbdProtocol.EXPORT_NAME_PADDING : 0);
        int position = area.take(size, 0);
        memory.fill(position, size);
        ByteBuffer bytes = memory.bytes();
        bytes.putLong(position, found.device().info().capacityBytes());
        bytes.putShort(position + 8, (short) flags(found));
        out.addHeld(position, size);
        chosen = found;
        return Step.TRANSMIT;
    }

    private void malformed() {
        counters.increment(Counter.MALFORMED_OPTIONS);
        reply(NbdProtocol.REP_ERR_INVALID, 0);
    }

    private void list() {
        if (length != 0) {
            malformed();
            return;
        }
        for (NbdExport export : exports.all()) {
            byte[] name = export.name().getBytes(StandardCharsets.UTF_8);
            byte[] description = export.description().getBytes(StandardCharsets.UTF_8);
            int at = reply(NbdProtocol.REP_SERVER, 4 + name.length + description.length);
            memory.bytes().putInt(at, name.length).put(at + 4, name).put(at + 4 + name.length, description);
        }
        reply(NbdProtocol.REP_ACK, 0);
    }

    private void structuredReply() {
        if (length != 0) {
            malformed();
            return;
        }
        structured = true;
        reply(NbdProtocol.REP_ACK, 0);
    }

    /** Answers LIST_META_CONTEXT and SET_META_CONTEXT: there is one, and only for an export of which somebody knows the holes. */
    private void metaContexts(int data) {
        ByteBuffer bytes = memory.bytes();
        boolean sets = option == NbdProtocol.OPT_SET_META_CONTEXT;
        if (sets) {
            mapped = null;
        }
        int nameLength = length < 8 ? -1 : bytes.getInt(data);
        if (!structured || nameLength < 0 || nameLength > NbdProtocol.MAX_NAME_BYTES || nameLength > length - 8) {
            malformed();
            return;
        }
        int end = data + length;
        int at = data + 8 + nameLength;
        int queries = bytes.getInt(at - 4);
        boolean wanted = queries == 0 && !sets;
        for (int i = 0; i < queries; i++) {
            int queryLength = end - at < 4 ? -1 : bytes.getInt(at);
            if (queryLength < 0 || queryLength > end - at - 4) {
                malformed();
                return;
            }
            String query = text(at + 4, queryLength);
            wanted |= query.equals(NbdProtocol.BASE_ALLOCATION) || !sets && query.equals(NbdProtocol.BASE_NAMESPACE);
            at += 4 + queryLength;
        }
        if (queries < 0 || at != end) {
            malformed();
            return;
        }
        NbdExport export = find(data + 4, nameLength);
        if (export == null) {
            counters.increment(Counter.UNKNOWN_EXPORTS);
            reply(NbdProtocol.REP_ERR_UNKNOWN, 0);
            return;
        }
        if (wanted && export.map() != null) {
            mapped = sets ? export : mapped;
            byte[] name = NbdProtocol.BASE_ALLOCATION.getBytes(StandardCharsets.UTF_8);
            int reply = reply(NbdProtocol.REP_META_CONTEXT, 4 + name.length);
            bytes.putInt(reply, sets ? NbdProtocol.BASE_ALLOCATION_ID : 0).put(reply + 4, name);
        }
        reply(NbdProtocol.REP_ACK, 0);
    }

    private String text(int position, int bytes) {
        byte[] utf8 = new byte[bytes];
        memory.bytes().get(position, utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Answers INFO and GO; returns the export if all is well. */
    private @Nullable NbdExport inform(int data) {
        ByteBuffer bytes = memory.bytes();
        int nameLength = length < 6 ? -1 : bytes.getInt(data);
        if (nameLength < 0 || nameLength > NbdProtocol.MAX_NAME_BYTES || nameLength > length - 6) {
            malformed();
            return null;
        }
        int count = bytes.getShort(data + 4 + nameLength) & 0xffff;
        int requests = data + 6 + nameLength;
        if (length != 6 + nameLength + 2 * count) {
            malformed();
            return null;
        }
        NbdExport export = find(data + 4, nameLength);
        if (export == null) {
            counters.increment(Counter.UNKNOWN_EXPORTS);
            reply(NbdProtocol.REP_ERR_UNKNOWN, 0);
            return null;
        }
        int at = reply(NbdProtocol.REP_INFO, 12);
        bytes.putShort(at, (short) NbdProtocol.INFO_EXPORT).putLong(at + 2, export.device().info().capacityBytes())
            .putShort(at + 10, (short) flags(export));
        boolean name = false;
        boolean description = false;
        for (int i = 0; i < count; i++) {
            int wanted = bytes.getShort(requests + 2 * i) & 0xffff;
            name |= wanted == NbdProtocol.INFO_NAME;
            description |= wanted == NbdProtocol.INFO_DESCRIPTION;
        }
        if (name) {
            text(NbdProtocol.INFO_NAME, export.name());
        }
        if (description && !export.description().isEmpty()) {
            text(NbdProtocol.INFO_DESCRIPTION, export.description());
        }
        at = reply(NbdProtocol.REP_INFO, 14);
        bytes.putShort(at, (short) NbdProtocol.INFO_BLOCK_SIZE).putInt(at + 2, 1)
            .putInt(at + 6, Math.max(PREFERRED_BYTES, export.device().info().blockBytes())).putInt(at + 10, MAX_PAYLOAD_BYTES);
        reply(NbdProtocol.REP_ACK, 0);
        return export;
    }

    private void text(int kind, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int at = reply(NbdProtocol.REP_INFO, 2 + utf8.length);
        memory.bytes().putShort(at, (short) kind).put(at + 2, utf8);
    }

    private @Nullable NbdExport find(int position, int bytes) {
        return exports.find(text(position, bytes));
    }

    private int flags(NbdExport export) {
        int flags = NbdProtocol.FLAG_HAS_FLAGS | NbdProtocol.FLAG_SEND_FLUSH | NbdProtocol.FLAG_SEND_FUA
            | NbdProtocol.FLAG_CAN_MULTI_CONN | NbdProtocol.FLAG_SEND_CACHE;
        flags |= export.isReadOnly() ? NbdProtocol.FLAG_READ_ONLY
            : NbdProtocol.FLAG_SEND_TRIM | NbdProtocol.FLAG_SEND_WRITE_ZEROES | NbdProtocol.FLAG_SEND_FAST_ZERO;
        return structured ? flags | NbdProtocol.FLAG_SEND_DF : flags;
    }

    /** Begins a reply to the option; returns where its data goes. */
    private int reply(int type, int dataBytes) {
        int position = area.take(NbdProtocol.OPTION_REPLY_BYTES + dataBytes, 0);
        memory.bytes().putLong(position, NbdProtocol.OPTION_REPLY_MAGIC).putInt(position + 8, option).putInt(position + 12, type)
            .putInt(position + 16, dataBytes);
        out.addHeld(position, NbdProtocol.OPTION_REPLY_BYTES + dataBytes);
        return position + NbdProtocol.OPTION_REPLY_BYTES;
    }
}

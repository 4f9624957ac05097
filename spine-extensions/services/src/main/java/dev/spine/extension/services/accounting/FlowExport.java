package dev.spine.extension.services.accounting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * The way of records to the host: gathered in one of a few buffers, sent when it is full or by and by. What the host does not take, and
 * what finds all buffers lent, is counted as lost with its packets and bytes.
 */
final class FlowExport {
    private static final int BUFFERS = 4;
    private static final int BUFFER_BYTES = AccountingProtocol.RECORD_BYTES * AccountingProtocol.RECORDS_OF_MESSAGE;

    private final ExtensionContext context;
    private final Route route;
    private final Buffer[] buffers = new Buffer[BUFFERS];
    private final Counter exported;
    private final Counter lost;
    private final Counter lostPackets;
    private final Counter lostBytes;
    private @Nullable Buffer open;
    private int records;
    private long packets;
    private long bytes;
    private int sequence;

    FlowExport(ExtensionContext context, int handler) {
        this.context = context;
        this.route = context.host(handler, AccountingProtocol.RETURNED);
        this.exported = context.counter("records sent");
        this.lost = context.counter("records lost");
        this.lostPackets = context.counter("packets of lost records");
        this.lostBytes = context.counter("bytes of lost records");
        for (int i = 0; i < BUFFERS; i++) {
            Buffer memory = context.allocate(BUFFER_BYTES);
            if (memory == null) {
                throw new IllegalStateException("there is no memory for records: give the card's runtime more");
            }
            buffers[i] = memory;
        }
        context.onMessage(AccountingProtocol.RETURNED, this, FlowExport::onReturned);
    }

    /** Takes a copy of a record. */
    void add(Buffer memory, int at) {
        Buffer into = room();
        long recordPackets = memory.i64(at + AccountingProtocol.PACKETS);
        long recordBytes = memory.i64(at + AccountingProtocol.BYTES);
        if (into == null) {
            sequence++;
            lose(1, recordPackets, recordBytes);
            return;
        }
        into.copyFrom(records * AccountingProtocol.RECORD_BYTES, memory, at, AccountingProtocol.RECORD_BYTES);
        records++;
        packets += recordPackets;
        bytes += recordBytes;
    }

    private @Nullable Buffer room() {
        if (open != null && records == AccountingProtocol.RECORDS_OF_MESSAGE) {
            send();
            if (open != null) {
                return null;
            }
        }
        for (int i = 0; open == null && i < BUFFERS; i++) {
            if (!buffers[i].isLent()) {
                open = buffers[i];
            }
        }
        return open;
    }

    /** Sends what was gathered; if the host takes nothing now, it stays. */
    void send() {
        Buffer from = open;
        if (from == null || records == 0) {
            return;
        }
        OutgoingMessage message = context.message(route);
        if (message == null) {
            return;
        }
        message.word(AccountingProtocol.SEQUENCE, sequence).word(AccountingProtocol.RECORDS, records)
            .word(AccountingProtocol.SUM_OF_PACKETS, (int) (packets >>> 32)).word(AccountingProtocol.SUM_OF_PACKETS + 1, (int) packets)
            .word(AccountingProtocol.SUM_OF_BYTES, (int) (bytes >>> 32)).word(AccountingProtocol.SUM_OF_BYTES + 1, (int) bytes)
            .data(from, 0, records * AccountingProtocol.RECORD_BYTES).send();
        exported.add(records);
        sequence += records;
        records = 0;
        packets = 0;
        bytes = 0;
        open = null;
    }

    private void onReturned(Message message) {
        int count = message.word(AccountingProtocol.RECORDS);
        exported.add(-count);
        lose(count, longOf(message, AccountingProtocol.SUM_OF_PACKETS), longOf(message, AccountingProtocol.SUM_OF_BYTES));
    }

    private static long longOf(Message message, int word) {
        return (long) message.word(word) << 32 | message.word(word + 1) & 0xFFFF_FFFFL;
    }

    private void lose(int count, long packetsOf, long bytesOf) {
        lost.add(count);
        lostPackets.add(packetsOf);
        lostBytes.add(bytesOf);
    }

    long packetsLost() {
        return lostPackets.value();
    }
}

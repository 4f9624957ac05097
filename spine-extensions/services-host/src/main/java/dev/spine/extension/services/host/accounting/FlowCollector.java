package dev.spine.extension.services.host.accounting;

import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.InstanceData;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.services.accounting.AccountingProtocol;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the accounting of one card sends, and nothing that another extension of the card does. Records come to a consumer, on the
 * host's agent; sums, and the last totals that were asked for, may be read by any thread.
 *
 * <pre>{@code
 * FlowCollector flows = FlowCollector.listen(client, instance, AccountingProtocol.RECORDS_HANDLER, record -> write(record));
 * flows.ask();       // the totals, some time later in totals()
 * flows.flush();     // all flows end now, and their records come
 * }</pre>
 */
public final class FlowCollector implements AutoCloseable {
    private static final int FIRST_WORD = 4;
    private static final int BUFFERS = 16;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /**
     * What was counted for a prefix.
     *
     * @param packetsFrom packets from addresses of it
     * @param bytesFrom their bytes
     * @param packetsTo packets to addresses of it
     * @param bytesTo their bytes
     */
    public record PrefixTotals(long packetsFrom, long bytesFrom, long packetsTo, long bytesTo) {}

    /**
     * What a card has counted since its accounting began.
     *
     * @param packets all
     * @param bytes of all, from the MAC header on
     * @param otherPackets those without IP, which belong to no flow
     * @param otherBytes their bytes
     * @param lostPackets packets of records that never arrived
     * @param flows in the table
     * @param prefixes in the order of the parameter
     */
    public record Totals(long packets, long bytes, long otherPackets, long otherBytes, long lostPackets, int flows,
        List<PrefixTotals> prefixes) {}

    /**
     * What has arrived in records.
     *
     * @param records how many
     * @param packets of all of them
     * @param bytes of all of them
     * @param missing records that did not arrive before one that did
     * @param malformed messages that are none of accounting's
     */
    public record Sums(long records, long packets, long bytes, long missing, long malformed) {}

    private final ExtensionClient client;
    private final int instance;
    private final Consumer<FlowRecord> consumer;
    private final InstanceData records;
    private final InstanceData totalsOfCard;
    private final List<Listening> listening = new ArrayList<>();
    private int expected;
    private volatile Sums sums = new Sums(0, 0, 0, 0, 0);
    private volatile @Nullable Totals totals;

    private FlowCollector(ExtensionClient client, int instance, Consumer<FlowRecord> consumer) {
        this.client = client;
        this.instance = instance;
        this.consumer = consumer;
        this.records = new InstanceData(instance, this::onRecords);
        this.totalsOfCard = new InstanceData(instance, this::onTotals);
    }

    /**
     * Begins to take records.
     *
     * @param client of the place where the accounting runs
     * @param instance its number
     * @param handler its parameter {@code handler}, {@link AccountingProtocol#RECORDS_HANDLER} without it
     * @param consumer gets each record, on the host's agent
     * @return the collector; to be closed
     */
    public static FlowCollector listen(ExtensionClient client, int instance, int handler, Consumer<FlowRecord> consumer) {
        FlowCollector collector = new FlowCollector(client, instance, consumer);
        int bytes = AccountingProtocol.RECORD_BYTES * AccountingProtocol.RECORDS_OF_MESSAGE;
        collector.listening.add(client.listen(handler, new LentBuffers(BUFFERS, bytes), collector.records));
        collector.listening.add(client.listen(handler + AccountingProtocol.TOTALS_OFFSET, new LentBuffers(2, 1_024),
            collector.totalsOfCard));
        return collector;
    }

    /** Has all flows end now; their records come in a while. */
    public void flush() {
        send(AccountingProtocol.FLUSH);
    }

    /** Asks for the totals, which {@link #totals} has in a while. */
    public void ask() {
        send(AccountingProtocol.ASK);
    }

    /** After a reset of the card another extension may have the number. */
    private void send(int handler) {
        if (!records.isOver()) {
            client.send(instance, handler);
        }
    }

    /** {@return the last totals that came, null before} */
    public @Nullable Totals totals() {
        return totals;
    }

    /** {@return what has arrived so far} */
    public Sums sums() {
        return sums;
    }

    /** {@return messages of other extensions of the card, which count for nothing here; any thread} */
    public long foreign() {
        return records.foreign() + totalsOfCard.foreign();
    }

    /** Takes nothing any more. */
    @Override
    public void close() {
        listening.forEach(Listening::close);
    }

    private void onRecords(MessageFrame message, @Nullable ReceivedData data) {
        int records = message.word(FIRST_WORD + AccountingProtocol.RECORDS);
        Sums before = sums;
        if (data == null || records < 1 || records > AccountingProtocol.RECORDS_OF_MESSAGE
            || data.length() != records * AccountingProtocol.RECORD_BYTES) {
            sums = new Sums(before.records(), before.packets(), before.bytes(), before.missing(), before.malformed() + 1);
            return;
        }
        int sequence = message.word(FIRST_WORD + AccountingProtocol.SEQUENCE);
        int missing = sequence - expected;
        expected = sequence + records;
        long packets = before.packets();
        long bytes = before.bytes();
        for (int i = 0; i < records; i++) {
            FlowRecord record = FlowRecord.decode(data.memory(), (long) i * AccountingProtocol.RECORD_BYTES);
            packets += record.packets();
            bytes += record.bytes();
            consumer.accept(record);
        }
        sums = new Sums(before.records() + records, packets, bytes, before.missing() + Math.max(0, missing), before.malformed());
    }

    private void onTotals(MessageFrame message, @Nullable ReceivedData data) {
        int prefixes = message.word(FIRST_WORD + AccountingProtocol.PREFIXES);
        if (data == null || prefixes < 0 || prefixes > data.length() / AccountingProtocol.PREFIX_BYTES) {
            Sums before = sums;
            sums = new Sums(before.records(), before.packets(), before.bytes(), before.missing(), before.malformed() + 1);
            return;
        }
        List<PrefixTotals> each = new ArrayList<>();
        MemorySegment memory = data.memory();
        for (int i = 0; i < prefixes; i++) {
            long at = (long) i * AccountingProtocol.PREFIX_BYTES;
            each.add(new PrefixTotals(memory.get(LONG, at), memory.get(LONG, at + 8), memory.get(LONG, at + 16), memory.get(LONG, at
                + 24)));
        }
        totals = new Totals(longOf(message, AccountingProtocol.TOTAL_PACKETS), longOf(message, AccountingProtocol.TOTAL_BYTES),
            longOf(message, AccountingProtocol.TOTAL_OTHER), longOf(message, AccountingProtocol.TOTAL_OTHER_BYTES),
            longOf(message, AccountingProtocol.TOTAL_LOST), message.word(FIRST_WORD + AccountingProtocol.FLOWS), List.copyOf(each));
    }

    private static long longOf(MessageFrame message, int word) {
        return (long) message.word(FIRST_WORD + word) << 32 | message.word(FIRST_WORD + word + 1) & 0xFFFF_FFFFL;
    }
}

package dev.spine.extension.services.accounting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * Counts packets and bytes by flow and by prefix, and passes every packet on.
 *
 * <p>Parameters: {@code order} of its packet handler (-90), {@code flows} that it remembers at a time (1,024; a power of two from 64 to
 * 65,536, each takes 72 bytes), {@code idle} and {@code active}, the seconds after which a flow ends that is quiet (15) and one that is
 * not (60), {@code prefixes} separated by commas (none, at most 32), {@code handler} of the host for records (60). Belongs to the card's
 * agent thread.
 */
public final class AccountingExtension implements Extension {
    private static final long SECOND = 1_000_000_000L;
    private static final long TICK_NS = 10_000_000L;
    /** Ticks between two messages with few records. */
    private static final int TICKS_OF_MESSAGE = 50;

    /** Made by the runtime when the extension is loaded. */
    public AccountingExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Accounts accounts = new Accounts(context);
        context.onMessage(AccountingProtocol.FLUSH, accounts, Accounts::onFlush);
        context.onMessage(AccountingProtocol.ASK, accounts, Accounts::onAsk);
        context.onMessage(AccountingProtocol.TICK, accounts, Accounts::onTick);
        context.onPacket((int) ExtensionParameters.number(context, "order", -90, Short.MIN_VALUE, Short.MAX_VALUE),
            PacketFilter.everything(), accounts, Accounts::onPacket);
        context.timer(TICK_NS, AccountingProtocol.TICK, 0);
    }

    /** What is counted. */
    private static final class Accounts {
        private final ExtensionContext context;
        private final PacketHeaders headers = new PacketHeaders();
        private final FlowExport export;
        private final FlowTable flows;
        private final PrefixTable prefixes;
        private final Buffer answer;
        private final Route totals;
        private final Counter packets;
        private final Counter bytes;
        private final Counter other;
        private final Counter otherBytes;
        private final long idleNs;
        private final long activeNs;
        private int ticks;
        private boolean flushing;

        Accounts(ExtensionContext context) {
            this.context = context;
            int handler = (int) ExtensionParameters.number(context, "handler", AccountingProtocol.RECORDS_HANDLER, 1, 254);
            int slots = (int) ExtensionParameters.number(context, "flows", 1_024, 64, 65_536);
            if (Integer.bitCount(slots) != 1) {
                throw new IllegalArgumentException("the parameter flows is a power of two, not " + slots);
            }
            idleNs = ExtensionParameters.number(context, "idle", 15, 1, 86_400) * SECOND;
            activeNs = ExtensionParameters.number(context, "active", 60, 1, 86_400) * SECOND;
            prefixes = new PrefixTable(ExtensionParameters.list(context, "prefixes"));
            packets = context.counter("packets");
            bytes = context.counter("bytes");
            other = context.counter("packets without IP");
            otherBytes = context.counter("bytes without IP");
            export = new FlowExport(context, handler);
            Buffer table = context.allocate(slots * AccountingProtocol.RECORD_BYTES);
            Buffer room = context.allocate(Math.max(1, prefixes.count()) * AccountingProtocol.PREFIX_BYTES);
            if (table == null || room == null) {
                throw new IllegalStateException("there is no memory for " + slots + " flows: give the card's runtime more, or say fewer");
            }
            answer = room;
            flows = new FlowTable(table, slots, export, context.counter("flows evicted"), context.hardwareAddress());
            totals = context.host(handler + AccountingProtocol.TOTALS_OFFSET, 0);
        }

        void onPacket(Message message) {
            Buffer packet = message.buffer();
            int length = packet.length();
            packets.increment();
            bytes.add(length);
            if (headers.parse(packet, 0, length)) {
                flows.count(headers, headers.tcpFlags(packet), length, context.nowNs());
                prefixes.count(headers, length);
            } else {
                other.increment();
                otherBytes.add(length);
            }
            message.pass();
        }

        void onTick(Message message) {
            long now = context.nowNs();
            boolean round = flushing ? flows.step(Long.MAX_VALUE, Long.MAX_VALUE) : flows.step(now - idleNs, now - activeNs);
            if (round && flushing) {
                flushing = false;
                export.send();
            }
            if (++ticks == TICKS_OF_MESSAGE) {
                ticks = 0;
                export.send();
            }
            context.timer(flushing ? 0 : TICK_NS, AccountingProtocol.TICK, 0);
        }

        void onFlush(Message message) {
            if (message.way() == Route.Way.HOST) {
                flushing = true;
                flows.fromTheBeginning();
            }
        }

        void onAsk(Message message) {
            if (message.way() != Route.Way.HOST || answer.isLent()) {
                return;
            }
            OutgoingMessage out = context.message(totals);
            if (out == null) {
                return;
            }
            prefixes.write(answer);
            put(out, AccountingProtocol.TOTAL_PACKETS, packets.value());
            put(out, AccountingProtocol.TOTAL_BYTES, bytes.value());
            put(out, AccountingProtocol.TOTAL_OTHER, other.value());
            put(out, AccountingProtocol.TOTAL_OTHER_BYTES, otherBytes.value());
            put(out, AccountingProtocol.TOTAL_LOST, export.packetsLost());
            out.word(AccountingProtocol.FLOWS, flows.flows()).word(AccountingProtocol.PREFIXES, prefixes.count());
            out.data(answer, 0, answer.length()).send();
        }

        private static void put(OutgoingMessage message, int word, long value) {
            message.word(word, (int) (value >>> 32)).word(word + 1, (int) value);
        }
    }
}

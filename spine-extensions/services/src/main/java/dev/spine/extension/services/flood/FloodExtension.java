package dev.spine.extension.services.flood;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests for TCP connections, ICMP and UDP at a rate and drops what exceeds it; everything else passes.
 *
 * <p>Parameters: {@code order} of its packet handler (-120), and for each of {@code syn}, {@code icmp} and {@code udp}: {@code
 * KIND.source}, packets a second of a source (20, 50, none), {@code KIND.total}, packets a second of all sources (1,000, 500, none), and
 * {@code KIND.burst}, how many come at once (a quarter of a second of each rate); a rate of 0 is none. {@code sources}: how many are
 * remembered (1,024; a power of two from 64 to 65,536, each takes 32 bytes). {@code prefix4} and {@code prefix6}: how many bits of an
 * address are a source (32 and 64). {@code admit}: prefixes of sources that are never held.
 *
 * <p>A source whose request for a connection was admitted and which goes on with that connection has proven itself: it stays remembered
 * when others are forgotten, and its further requests are held by its own rate only, so whoever works goes on when strangers use up the
 * rate of all. Belongs to the card's agent thread.
 */
public final class FloodExtension implements Extension {
    /** Made by the runtime when the extension is loaded. */
    public FloodExtension() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket((int) ExtensionParameters.number(context, "order", -120, Short.MIN_VALUE, Short.MAX_VALUE),
            PacketFilter.everything(), new Guard(context), Guard::onPacket);
    }

    /** What is admitted of one kind of packets. */
    private static final class Kind {
        private final int number;
        private final AdmissionRate each;
        private final AdmissionRate all;
        private final Counter admitted;
        private final Counter refusedSource;
        private final Counter refusedTotal;
        private long due;

        Kind(ExtensionContext context, int number, String name, long standardEach, long standardAll) {
            this.number = number;
            long ofEach = ExtensionParameters.number(context, name + ".source", standardEach, 0, 1_000_000_000);
            long ofAll = ExtensionParameters.number(context, name + ".total", standardAll, 0, 1_000_000_000);
            long burst = ExtensionParameters.number(context, name + ".burst", 0, 1, 1_000_000);
            each = new AdmissionRate(ofEach, burst == 0 ? Math.max(1, ofEach / 4) : burst);
            all = new AdmissionRate(ofAll, burst == 0 ? Math.max(1, ofAll / 4) : burst);
            admitted = context.counter(name + " admitted");
            refusedSource = context.counter(name + " refused for their source");
            refusedTotal = context.counter(name + " refused in total");
            due = context.nowNs();
        }

        boolean isUnlimited() {
            return each.isUnlimited() && all.isUnlimited();
        }
    }

    /** The way of packets. */
    private static final class Guard {
        private static final int MAX_ADMITTED = 32;

        private final ExtensionContext context;
        private final PacketHeaders headers = new PacketHeaders();
        private final Kind syn;
        private final Kind icmp;
        private final Kind udp;
        private final SourceTable sources;
        private final int prefix4;
        private final int prefix6;
        private final List<IpPrefix> admitted = new ArrayList<>();

        Guard(ExtensionContext context) {
            this.context = context;
            syn = new Kind(context, 1, "syn", 20, 1_000);
            icmp = new Kind(context, 2, "icmp", 50, 500);
            udp = new Kind(context, 3, "udp", 0, 0);
            prefix4 = (int) ExtensionParameters.number(context, "prefix4", 32, 8, 32);
            prefix6 = (int) ExtensionParameters.number(context, "prefix6", 64, 16, 64);
            int count = (int) ExtensionParameters.number(context, "sources", 1_024, 64, 65_536);
            if (Integer.bitCount(count) != 1) {
                throw new IllegalArgumentException("the parameter sources is a power of two, not " + count);
            }
            for (String prefix : ExtensionParameters.list(context, "admit")) {
                admitted.add(IpPrefix.parse(prefix));
            }
            if (admitted.size() > MAX_ADMITTED) {
                throw new IllegalArgumentException("the parameter admit has at most " + MAX_ADMITTED + " prefixes");
            }
            Buffer memory = context.allocate(count * SourceTable.BYTES);
            if (memory == null) {
                throw new IllegalStateException("there is no memory for " + count + " sources: give the card's runtime more, or say fewer");
            }
            sources = new SourceTable(memory, count, context.hardwareAddress(), context.counter("sources evicted"));
        }

        void onPacket(Message message) {
            Buffer packet = message.buffer();
            if (!headers.parse(packet, 0, packet.length())) {
                message.pass();
                return;
            }
            Kind kind = kind(packet);
            if (kind == null || kind.isUnlimited() || isAlwaysAdmitted() || admits(kind)) {
                message.pass();
            }
        }

        /** Which rate a packet needs; null for none. */
        private @Nullable Kind kind(Buffer packet) {
            return switch (headers.protocol()) {
                case PacketHeaders.TCP -> ofSegment(headers.tcpFlags(packet));
                case PacketHeaders.ICMP, PacketHeaders.ICMP6 -> icmp;
                case PacketHeaders.UDP -> udp;
                default -> null;
            };
        }

        private @Nullable Kind ofSegment(int flags) {
            if ((flags & (PacketHeaders.TCP_SYN | PacketHeaders.TCP_ACK)) == PacketHeaders.TCP_SYN) {
                return syn;
            }
            if ((flags & PacketHeaders.TCP_ACK) != 0) {
                int at = sources.find(syn.number, high(), low());
                if (at >= 0 && !sources.isProven(at)) {
                    sources.prove(at);
                }
            }
            return null;
        }

        private long high() {
            return headers.version() == 4 ? 4 : headers.sourceHigh() & -1L << 64 - prefix6;
        }

        private long low() {
            return headers.version() == 4 ? headers.sourceLow() & -1L << 32 - prefix4 : 6;
        }

        private boolean isAlwaysAdmitted() {
            for (int i = 0; i < admitted.size(); i++) {
                if (admitted.get(i).matches(headers.version(), headers.sourceHigh(), headers.sourceLow())) {
                    return true;
                }
            }
            return false;
        }

        private boolean admits(Kind kind) {
            long now = context.nowNs();
            int at = sources.find(kind.number, high(), low());
            long due = at < 0 ? now : sources.due(at);
            if (!kind.each.isUnlimited() && !kind.each.admits(due, now)) {
                kind.refusedSource.increment();
                return false;
            }
            if (!kind.all.isUnlimited() && (at < 0 || !sources.isProven(at))) {
                if (!kind.all.admits(kind.due, now)) {
                    kind.refusedTotal.increment();
                    return false;
                }
                kind.due = kind.all.after(kind.due, now);
            }
            // A source takes a place only when something of it was admitted: what is refused cannot push out others.
            int place = at >= 0 ? at : sources.add(kind.number, high(), low(), now);
            sources.due(place, kind.each.after(due, now));
            kind.admitted.increment();
            return true;
        }
    }
}

package dev.spine.system.timeline;

import dev.spine.extension.api.Message;
import dev.spine.host.driver.HostException;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import dev.spine.system.trace.Arrivals;
import dev.spine.system.trace.MessageReader;
import dev.spine.system.trace.TracedMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows one packet through a run, by where its bytes lie and by what they are: a transfer has to do with it when it reads a place where
 * they lie, or bytes that begin like its payload; a message, when it names such a place, carries such bytes, or names the bucket that it
 * lies in. So batches, copies by processors and both ways of the host are followed alike.
 *
 * <p>The payload has to be one of its kind, as a number in it makes it. On the engine's thread.
 */
public final class PacketFollower implements RunObserver {
    /** Behind the headers of Ethernet and IPv4, which a router changes. */
    private static final int PAYLOAD = 34;
    private static final int SIGNATURE_BYTES = 20;
    private static final String LAN_RECEIVE_POST = "LAN_RECEIVE_POST";
    private static final long BUCKET_BYTES = 1 << 16;
    private static final long PS_PER_NS = 1_000;
    private static final int REMEMBERED = 512;
    private static final String LINK = " link ";
    private static final String LINK_TO_RECEIVER = " link to ";
    /** What is not followed, but counts in its list. */
    private static final Object OTHER = new Object();

    private final long number;
    private final MessageReader reader = new MessageReader();
    private final Arrivals<Object> arrivals = new Arrivals<>();
    private final List<Hop> hops = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final List<Posted> posted = new ArrayList<>();
    private final IdentityHashMap<Transfer, Long> followed = new IdentityHashMap<>();
    /** Contexts of buckets by the address at which each begins. */
    private final TreeMap<Long, Integer> buckets = new TreeMap<>();
    private final Set<Integer> contexts = new HashSet<>();
    private final Map<String, Long> clocks = new HashMap<>();
    private final Map<String, Running> running = new HashMap<>();
    /** By DMA engine, what its chunks hold or have held of a bus, until each is moved. */
    private final Map<String, List<Held>> held = new HashMap<>();
    private final List<Hop> activationsOfStep = new ArrayList<>();
    private @Nullable ScenarioRun run;
    private @Nullable Hop onWire;
    private @Nullable Packet packet;
    private String port = "";
    private byte[] signature = {};
    private long arrivalPs = Long.MAX_VALUE;
    private long seen;
    private boolean following;

    /** Where bytes of the packet lie: bus addresses. */
    private record Place(long from, long to) {
        boolean meets(long begin, long end) {
            return begin < to && from < end;
        }
    }

    /** A bus, or one of its links, that a DMA engine had. */
    private record Held(String bus, long requestedPs, long fromPs, long toPs) {
        boolean isLinkToReceiver() {
            return bus.contains(LINK_TO_RECEIVER);
        }

        /** {@return whether the chunk that has this link may have come by the other} */
        boolean mayComeBy(Held other) {
            return !other.isLinkToReceiver() && other.toPs - other.fromPs == toPs - fromPs && other.fromPs <= requestedPs;
        }
    }

    /** A message since the packet's arrival: perhaps it will turn out to name it. */
    private static final class Posted {
        private final TracedMessage message;
        private final Hop hop;
        /** Who has taken it, and what code ran then. */
        private final List<Hop> after = new ArrayList<>();
        private boolean follows;

        Posted(TracedMessage message, Hop hop) {
            this.message = message;
            this.hop = hop;
        }
    }

    /** Code of an extension that runs. */
    private static final class Running {
        private final Hop begun;
        private boolean cameBack;

        Running(Hop begun) {
            this.begun = begun;
        }
    }

    private PacketFollower(long number) {
        this.number = number;
    }

    /**
     * Runs a scenario and follows one of its packets.
     *
     * @param scenario with packets of IPv4 and a number in their payload
     * @param seed of all randomness
     * @param number of the packet, from 1, in the order of arrival at the first card
     * @return its way
     * @throws HostException when there was no such packet
     */
    public static PacketTimeline follow(Scenario scenario, long seed, long number) {
        PacketFollower follower = new PacketFollower(number);
        try (ScenarioRun run = scenario.start(seed, follower)) {
            follower.run = run;
            follower.reader.learn(run.system());
            run.runToEnd();
            follower.following = false;
        }
        if (follower.seen < number) {
            throw new HostException("packet " + number + " of " + scenario.name() + " never arrived: there were " + follower.seen);
        }
        List<Hop> ordered = new ArrayList<>(follower.hops);
        ordered.sort(Comparator.comparingInt((Hop hop) -> hop.kind() == Hop.Kind.LOAD ? 0 : 1).thenComparingLong(Hop::fromPs)
            .thenComparingInt(hop -> hop.kind().ordinal()));
        return new PacketTimeline("packet " + number + " of " + scenario.name(), ordered);
    }

    private static String row(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replace(" dma", " DMA");
    }

    private void hop(String row, Hop.Kind kind, String what, long fromPs, long toPs) {
        hops.add(new Hop(row, kind, what, fromPs, toPs));
    }

    // --- wires and arrivals

    @Override
    public void onWire(String sender, String wire, MemorySegment memory, long offset, int length, long fromPs, long toPs) {
        onWire = new Hop(wire, Hop.Kind.WIRE, "frame of " + length + " bytes", fromPs, toPs);
        if (following && fromPs >= arrivalPs && contains(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))) {
            hops.add(onWire);
        }
    }

    @Override
    public void onDelivery(String from, @Nullable String to, long sentPs, long arrival, DeliveryList<?> list, Object item) {
        if (item instanceof Packet arriving && to != null && !arriving.isHome(list)) {
            arrives(to, list, arriving, arrival);
        } else if (packet != null && packet.equals(item) && packet.isHome(list)) {
            // What was moved or copied out of it goes on.
            hop(row(from), Hop.Kind.RELEASE, "receive buffer is free", sentPs, sentPs);
            places.remove(new Place(packet.address(), packet.address() + packet.length()));
            packet = null;
        } else if (item instanceof Frame frame && frame.queuePair().postList() == list && to != null) {
            posts(from, to, sentPs, arrival, list, frame);
        }
    }

    private void arrives(String to, DeliveryList<?> list, Packet arriving, long arrival) {
        if (port.isEmpty()) {
            port = list.name();
        }
        if (!list.name().equals(port) || ++seen != number) {
            arrivals.sent(to, list, arrival, OTHER);
            return;
        }
        packet = arriving;
        following = true;
        arrivalPs = arrival;
        byte[] bytes = arriving.memory().asSlice(arriving.offset(), arriving.length()).toArray(ValueLayout.JAVA_BYTE);
        signature = Arrays.copyOfRange(bytes, Math.min(PAYLOAD, bytes.length), Math.min(PAYLOAD + SIGNATURE_BYTES, bytes.length));
        if (onWire != null) {
            hops.add(onWire);
        }
        hop(row(to), Hop.Kind.ARRIVAL, "in the card's receive memory", arrival, arrival);
        arrivals.sent(to, list, arrival, arriving);
    }

    // --- processors

    @Override
    public void onBegin(String agent, long timePs) {
        clocks.put(agent, timePs);
    }

    @Override
    public void onCharge(String agent, Op op, long times, long chargedPs) {
        clocks.merge(agent, chargedPs, Long::sum);
        Running code = running.get(agent);
        if (op == Op.UNIT && code != null && code.cameBack) {
            end(agent, code);
        }
    }

    @Override
    public void onEnd(String agent, Work work, long fromPs, long toPs) {
        Running code = running.get(agent);
        if (code != null) {
            end(agent, code);
        }
        for (Object taken : arrivals.takenBy(agent, fromPs)) {
            if (taken instanceof Packet one) {
                places.add(new Place(one.address(), one.address() + one.length()));
                hop(row(agent), Hop.Kind.DISPATCH, "takes the packet", fromPs, toPs);
                activationsOfStep.stream().filter(hop -> hop.what().endsWith("packet handler")).findFirst().ifPresent(hops::add);
            } else if (taken instanceof Posted message) {
                message.after.add(new Hop(row(agent), Hop.Kind.DISPATCH, "takes " + message.hop.what(), fromPs, toPs));
                message.after.addAll(activationsOfStep);
                if (message.follows) {
                    hops.addAll(message.after);
                }
            }
        }
        activationsOfStep.clear();
    }

    @Override
    public void onActivation(String agent, int instance, String what, @Nullable Message message) {
        Running before = running.get(agent);
        if (before != null) {
            end(agent, before);
        }
        long now = clocks.getOrDefault(agent, 0L);
        running.put(agent, new Running(new Hop(row(agent) + " extension", what.equals("start") ? Hop.Kind.LOAD : Hop.Kind.ACTIVATION,
            what.equals("start") ? "extension " + instance + " is loaded and starts" : "extension " + instance + ", " + what, now, now)));
    }

    @Override
    public void onActivationEnd(String agent, int instance, int fuel, long heapBytes, @Nullable String failure) {
        Running code = running.get(agent);
        if (code != null) {
            code.cameBack = true;
        }
    }

    private void end(String agent, Running code) {
        running.remove(agent);
        Hop hop = new Hop(code.begun.row(), code.begun.kind(), code.begun.what(), code.begun.fromPs(), clocks.getOrDefault(agent, 0L));
        if (hop.kind() == Hop.Kind.LOAD) {
            hops.add(hop);
        } else if (following) {
            activationsOfStep.add(hop);
        }
    }

    // --- messages

    private void posts(String from, String to, long sentPs, long arrival, DeliveryList<?> list, Frame frame) {
        TracedMessage message = reader.read(from, arrival / PS_PER_NS, frame);
        boolean isBucketPost = message.functionName().equals(LAN_RECEIVE_POST) && !message.isReply();
        if (isBucketPost) {
            ByteBuffer bytes = words(message);
            // An element of a bucket has its context before its address.
            for (int at = 24; at + 4 <= bytes.limit(); at += 4) {
                buckets.put(bytes.getInt(at) & 0xFFFF_FFFFL, bytes.getInt(at - 4));
            }
        }
        if (!following || sentPs < arrivalPs || isBucketPost) {
            arrivals.sent(to, list, arrival, OTHER);
            return;
        }
        Posted one = new Posted(message, new Hop(row(from) + " to " + row(to), Hop.Kind.MESSAGE, message.functionName()

            + (message.isReply() ? " reply" : ""), sentPs, arrival));
        posted.add(one);
        if (posted.size() > REMEMBERED) {
            posted.removeFirst();
        }
        arrivals.sent(to, list, arrival, one);
        if (concerns(message)) {
            follow(one);
        }
    }

    private static ByteBuffer words(TracedMessage message) {
        return message.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    private boolean concerns(TracedMessage message) {
        ByteBuffer bytes = words(message);
        boolean bucketReply = message.isReply() && message.functionName().equals(LAN_RECEIVE_POST);
        for (int at = 16; at + 4 <= bytes.limit(); at += 4) {
            long word = bytes.getInt(at) & 0xFFFF_FFFFL;
            if (!bucketReply && places.stream().anyMatch(place -> place.meets(word, word + 1))
                || bucketReply && contexts.contains((int) word)) {
                return true;
            }
        }
        byte[] all = new byte[bytes.limit()];
        bytes.get(0, all);
        return contains(all);
    }

    private boolean contains(byte[] bytes) {
        return indexOf(bytes, signature) >= 0;
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int at = 0; part.length > 0 && at + part.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    private void follow(Posted one) {
        if (!one.follows) {
            one.follows = true;
            hops.add(one.hop);
            hops.addAll(one.after);
        }
    }

    // --- transfers

    @Override
    public void onTransferBegun(String dma, Transfer transfer, long timePs) {
        held.computeIfAbsent(dma, _ -> new ArrayList<>());
        if (!following || timePs < arrivalPs) {
            return;
        }
        List<Place> reached = new ArrayList<>();
        for (int i = 0; i < transfer.runs(); i++) {
            long source = transfer.source(i);
            long end = source + transfer.length(i);
            long shift = transfer.destination(i) - source;
            for (Place place : places) {
                if (place.meets(source, end)) {
                    reached.add(new Place(Math.max(source, place.from) + shift, Math.min(end, place.to) + shift));
                }
            }
            int at = indexOf(read(source, transfer.length(i)), signature);
            if (at >= 0) {
                reached.add(new Place(source + at + shift, source + at + signature.length + shift));
                // Who named these bytes before anybody saw that they are the packet's?
                Place whole = new Place(source, end);
                for (Posted one : posted) {
                    ByteBuffer bytes = words(one.message);
                    for (int word = 16; word + 4 <= bytes.limit() && !one.follows; word += 4) {
                        long address = bytes.getInt(word) & 0xFFFF_FFFFL;
                        if (whole.meets(address, address + 1)) {
                            follow(one);
                        }
                    }
                }
            }
        }
        if (!reached.isEmpty()) {
            places.addAll(reached);
            followed.put(transfer, timePs);
            for (Place place : reached) {
                Map.Entry<Long, Integer> bucket = buckets.floorEntry(place.from);
                if (bucket != null && place.from - bucket.getKey() < BUCKET_BYTES) {
                    contexts.add(bucket.getValue());
                }
            }
        }
    }

    private byte[] read(long address, int bytes) {
        Region region = run == null ? null : run.system().bus().find(address, bytes);
        return region == null ? new byte[0] : region.memory().asSlice(address - region.base(), bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void onBusHeld(String bus, String by, long requestedPs, long fromPs, long toPs) {
        List<Held> ofEngine = held.get(by);
        if (ofEngine != null) {
            ofEngine.add(new Held(row(bus), requestedPs, fromPs, toPs));
        }
    }

    @Override
    public void onChunk(String dma, Transfer transfer, int bytes, long fromPs, long toPs) {
        List<Held> way = way(held.getOrDefault(dma, List.of()), fromPs, toPs);
        if (followed.containsKey(transfer)) {
            for (Held part : way) {
                hops.add(new Hop(part.bus, Hop.Kind.BUS, "carries " + bytes + " bytes" + (way.size() == 1 || part.bus.contains(LINK) ? ""
                    : ", turn " + (way.indexOf(part) + 1) + " of " + way.size()), part.fromPs, part.toPs));
            }
        }
    }

    /**
     * Takes what a chunk has held out of what its engine has. A bus moves an engine's chunks one after the other, each in one turn or more;
     * through a switch several are in flight, and of each the link to its receiver is told just before its chunk is.
     */
    private static List<Held> way(List<Held> ofEngine, long fromPs, long toPs) {
        Held last = ofEngine.isEmpty() ? null : ofEngine.getLast();
        if (last == null || last.fromPs < fromPs || last.toPs > toPs || last.bus.contains(LINK) && !last.isLinkToReceiver()) {
            // Nothing of it crosses.
            return List.of();
        }
        if (!last.isLinkToReceiver()) {
            List<Held> turns = List.copyOf(ofEngine);
            ofEngine.clear();
            return turns;
        }
        ofEngine.removeLast();
        List<Held> way = new ArrayList<>();
        ofEngine.stream().filter(last::mayComeBy).min(Comparator.comparingLong(Held::fromPs)).ifPresent(way::add);
        ofEngine.removeAll(way);
        way.add(last);
        return way;
    }

    @Override
    public void onTransferEnded(String dma, Transfer transfer, long timePs) {
        Long begun = followed.remove(transfer);
        if (begun != null) {
            hop(row(dma), Hop.Kind.TRANSFER, transfer.runs() + (transfer.runs() == 1 ? " run, " : " runs, ") + transfer.bytesMoved()
                + " bytes", begun, timePs);
        }
    }
}

package dev.spine.system.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.extension.api.Message;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.system.SpineSystem;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.trace.ChromeTrace.Track;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link ChromeTrace} of what a modelled engine does: a track for each processor, the extensions of each card, each DMA engine, bus
 * or link of a bus that is a switch, and direction of a wire; arrows for messages, packets and transfers; counters of what waits and how
 * busy buses are.
 *
 * <p>What cannot be written ends the trace, not the run. On the engine's thread.
 */
public final class EventTrace implements RunObserver {
    private static final int PROCESSOR = 1;
    private static final int EXTENSIONS = 2;
    private static final int FIRST_CHANNEL = 3;
    private static final long PS_PER_NS = 1_000;
    /** The share of a bus's time is told for stretches of this length. */
    private static final long STRETCH_PS = 10_000_000;
    private static final long PER_CENT = 100;
    private static final String SHARE = "share of time held";
    /** What stands between the name of a bus and which of its links is meant. */
    private static final String LINK = " link ";

    private final ChromeTrace out;
    private final long fromPs;
    private final long untilPs;
    private final MessageReader reader = new MessageReader();
    private final Arrivals<Sent> arrivals = new Arrivals<>();
    private final Map<String, Processor> processors = new HashMap<>();
    private final Map<String, Channels> dmas = new HashMap<>();
    private final Map<String, BusTrack> buses = new LinkedHashMap<>();
    private final Map<String, Track> wires = new HashMap<>();
    private final IdentityHashMap<Transfer, Moving> moving = new IdentityHashMap<>();
    private @Nullable IOException failure;
    private boolean ended;

    /** A slice of a track, whose end is known when it has ended. */
    private static final class Slice {
        private final Track track;
        private final long fromPs;
        private long toPs;

        Slice(Track track, long fromPs) {
            this.track = track;
            this.fromPs = fromPs;
            this.toPs = fromPs;
        }

        /** A time within the slice: viewers look for the slice that covers the end of an arrow. */
        long within(long timePs) {
            return Math.max(fromPs, Math.min(timePs, toPs - PS_PER_NS));
        }
    }

    /** Something that is on its way to an agent. */
    private record Sent(String name, Slice from, long sentPs) {}

    /** A transfer between its request and its end. */
    private static final class Moving {
        private final String agent;
        private final Slice requester;
        private final long requestedPs;
        private int channel;
        private @Nullable Slice slice;

        Moving(String agent, Slice requester, long requestedPs) {
            this.agent = agent;
            this.requester = requester;
            this.requestedPs = requestedPs;
        }
    }

    /** The tracks of one DMA engine: more than one only when it works on several transfers at a time. */
    private static final class Channels {
        private final List<Track> tracks = new ArrayList<>();
        private final List<Boolean> used = new ArrayList<>();
    }

    /** A bus, and how long it was held in the present stretch. */
    private static final class BusTrack {
        private final Track track;
        private final String process;
        private final String counter;
        private long stretch;
        private long heldPs;

        BusTrack(Track track, String process, String counter) {
            this.track = track;
            this.process = process;
            this.counter = counter;
        }
    }

    /** An agent's processor, with its own clock. */
    private static final class Processor {
        private final Track track;
        private @Nullable Track extensions;
        private Slice slice;
        private long clockPs;
        private final Map<Op, Long> charges = new EnumMap<>(Op.class);
        private @Nullable Activation activation;
        private int waiting;

        Processor(Track track) {
            this.track = track;
            this.slice = new Slice(track, 0);
        }
    }

    /** Code of an extension that runs, or has come back and is to be charged for. */
    private static final class Activation {
        private final String name;
        private final long fromPs;
        private boolean cameBack;
        private int fuel;
        private long heapBytes;
        private @Nullable String failure;

        Activation(String name, long fromPs) {
            this.name = name;
            this.fromPs = fromPs;
        }
    }

    /**
     * A trace.
     *
     * @param out where it goes; closed by its owner
     * @param fromPs what ends before is left out
     * @param untilPs what begins after is left out
     */
    public EventTrace(ChromeTrace out, long fromPs, long untilPs) {
        this.out = out;
        this.fromPs = fromPs;
        this.untilPs = untilPs;
    }

    /** Learns which device is of which class. Before the system runs. */
    public void learn(SpineSystem system) {
        reader.learn(system);
    }

    /** {@return what ended the trace before its time, or null} */
    public @Nullable IOException failure() {
        return failure;
    }

    private interface Writing {
        void write() throws IOException;
    }

    private void attempt(Writing writing) {
        if (failure == null && !ended) {
            try {
                writing.write();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    private boolean isShown(long begin, long end) {
        return end >= fromPs && begin <= untilPs;
    }

    private void slice(Slice shown, String category, String name, ChromeTrace.Details details) throws IOException {
        if (isShown(shown.fromPs, shown.toPs)) {
            out.slice(shown.track, category, name, shown.fromPs, shown.toPs, details);
        }
    }

    private void flow(Sent sent, Slice taken) throws IOException {
        if (isShown(sent.from.fromPs, sent.from.toPs) && isShown(taken.fromPs, taken.toPs)) {
            out.flow(sent.name, sent.from.track, sent.from.within(sent.sentPs), taken.track, taken.fromPs);
        }
    }

    // --- processors

    private Processor processor(String agent) throws IOException {
        Processor known = processors.get(agent);
        if (known == null) {
            known = new Processor(out.track(agent, PROCESSOR, "processor"));
            processors.put(agent, known);
        }
        return known;
    }

    @Override
    public void onBegin(String agent, long timePs) {
        attempt(() -> {
            Processor processor = processor(agent);
            processor.slice = new Slice(processor.track, timePs);
            processor.clockPs = timePs;
            processor.charges.clear();
            int waiting = arrivals.waiting(agent);
            if (waiting != processor.waiting && isShown(timePs, timePs)) {
                processor.waiting = waiting;
                out.counter(agent, "waiting at a step", "messages, packets and completions", timePs, waiting);
            }
        });
    }

    @Override
    public void onCharge(String agent, Op op, long times, long chargedPs) {
        attempt(() -> {
            Processor processor = processor(agent);
            processor.clockPs += chargedPs;
            processor.charges.merge(op, times, Long::sum);
            Activation activation = processor.activation;
            if (op == Op.UNIT && activation != null && activation.cameBack) {
                end(agent, processor, activation);
            }
        });
    }

    @Override
    public void onEnd(String agent, Work work, long beganPs, long endedPs) {
        attempt(() -> {
            Processor processor = processor(agent);
            Activation activation = processor.activation;
            if (activation != null) {
                end(agent, processor, activation);
            }
            Slice step = processor.slice;
            step.toPs = endedPs;
            List<Sent> taken = arrivals.takenBy(agent, beganPs);
            if (work == Work.IDLE_STEP && endedPs == beganPs) {
                return;
            }
            Map<Op, Long> charges = processor.charges;
            slice(step, work == Work.STEP ? "work" : work == Work.CALL ? "call" : "idle", name(work, taken, charges), json -> {
                for (Map.Entry<Op, Long> charge : charges.entrySet()) {
                    json.writeNumberField(charge.getKey().name(), charge.getValue());
                }
            });
            for (Sent sent : taken) {
                flow(sent, step);
            }
        });
    }

    private static String name(Work work, List<Sent> taken, Map<Op, Long> charges) {
        if (!taken.isEmpty()) {
            return taken.getFirst().name + (taken.size() > 1 ? " and " + (taken.size() - 1) + " more" : "");
        }
        return switch (work) {
            case CALL -> "call";
            case IDLE_STEP -> "nothing to do";
            case STEP -> charges.keySet().stream().filter(op -> !op.name().startsWith("POLL")).findFirst()
                .map(op -> op.name().toLowerCase(Locale.ROOT).replace('_', ' ')).orElse("step");
        };
    }

    @Override
    public void onActivation(String agent, int instance, String what, @Nullable Message message) {
        attempt(() -> {
            Processor processor = processor(agent);
            Activation before = processor.activation;
            if (before != null) {
                end(agent, processor, before);
            }
            processor.activation = new Activation("extension " + instance + " " + what, processor.clockPs);
        });
    }

    @Override
    public void onActivationEnd(String agent, int instance, int fuel, long heapBytes, @Nullable String failed) {
        attempt(() -> {
            Activation activation = processor(agent).activation;
            if (activation != null) {
                activation.cameBack = true;
                activation.fuel = fuel;
                activation.heapBytes = heapBytes;
                activation.failure = failed;
            }
        });
    }

    private void end(String agent, Processor processor, Activation activation) throws IOException {
        processor.activation = null;
        Track track = processor.extensions;
        if (track == null) {
            track = out.track(agent, EXTENSIONS, "extensions");
            processor.extensions = track;
        }
        Slice shown = new Slice(track, activation.fromPs);
        shown.toPs = processor.clockPs;
        slice(shown, "activation", activation.name, json -> {
            json.writeNumberField("fuel", activation.fuel);
            json.writeNumberField("heap bytes", activation.heapBytes);
            if (activation.failure != null) {
                json.writeStringField("failure", activation.failure);
            }
        });
    }

    // --- what is on its way

    @Override
    public void onDelivery(String from, @Nullable String to, long sentPs, long arrivalPs, DeliveryList<?> list, Object item) {
        String name;
        if (to == null) {
            return;
        } else if (item instanceof Frame frame && frame.queuePair().postList() == list) {
            TracedMessage message = reader.read(from, arrivalPs / PS_PER_NS, frame);
            name = message.functionName() + (message.isReply() ? " reply" : "");
        } else if (item instanceof Packet packet && !packet.isHome(list)) {
            name = "packet of " + packet.length() + " bytes";
        } else {
            return;
        }
        attempt(() -> arrivals.sent(to, list, arrivalPs, new Sent(name, processor(from).slice, sentPs)));
    }

    // --- transfers

    @Override
    public void onTransferRequested(String agent, Transfer transfer, long timePs) {
        attempt(() -> moving.put(transfer, new Moving(agent, processor(agent).slice, timePs)));
    }

    @Override
    public void onTransferBegun(String dma, Transfer transfer, long timePs) {
        attempt(() -> {
            Moving known = moving.get(transfer);
            if (known != null) {
                Channels channels = dmas.computeIfAbsent(dma, _ -> new Channels());
                int free = channels.used.indexOf(false);
                if (free < 0) {
                    free = channels.used.size();
                    channels.used.add(false);
                    channels.tracks.add(out.track(known.agent, FIRST_CHANNEL + free, free == 0 ? "DMA" : "DMA channel " + (free + 1)));
                }
                channels.used.set(free, true);
                known.channel = free;
                known.slice = new Slice(channels.tracks.get(free), timePs);
            }
        });
    }

    @Override
    public void onTransferEnded(String dma, Transfer transfer, long timePs) {
        attempt(() -> {
            Moving known = moving.remove(transfer);
            Slice shown = known == null ? null : known.slice;
            Channels channels = dmas.get(dma);
            if (known == null || shown == null || channels == null) {
                return;
            }
            channels.used.set(known.channel, false);
            shown.toPs = timePs;
            slice(shown, "transfer", "transfer of " + transfer.bytesMoved() + " bytes", json -> describe(json, transfer,
                shown.fromPs - known.requestedPs));
            flow(new Sent("transfer", known.requester, known.requestedPs), shown);
            arrivals.sent(known.agent, transfer.completions(), timePs, new Sent("completion", shown, timePs));
        });
    }

    private static void describe(JsonGenerator json, Transfer transfer, long waitedPs) throws IOException {
        json.writeNumberField("runs", transfer.runs());
        json.writeStringField("outcome", transfer.outcome().name());
        json.writeNumberField("waited ns", waitedPs / PS_PER_NS);
        if (transfer.runs() > 0) {
            json.writeStringField("first source", Long.toHexString(transfer.source(0)));
            json.writeStringField("first destination", Long.toHexString(transfer.destination(0)));
        }
    }

    // --- buses and wires

    @Override
    public void onBusHeld(String bus, String by, long requestedPs, long heldFromPs, long releasedPs) {
        attempt(() -> {
            BusTrack known = buses.get(bus);
            if (known == null) {
                known = busTrack(bus);
                buses.put(bus, known);
            }
            Slice shown = new Slice(known.track, heldFromPs);
            shown.toPs = releasedPs;
            slice(shown, "bus", by, json -> json.writeNumberField("waited ns", (heldFromPs - requestedPs) / PS_PER_NS));
            share(known, heldFromPs, releasedPs);
        });
    }

    /** Links of a switch are tracks of its process, in the order of their first use. */
    private BusTrack busTrack(String bus) throws IOException {
        int link = bus.indexOf(LINK);
        if (link < 0) {
            return new BusTrack(out.track(bus, PROCESSOR, "bus"), bus, SHARE);
        }
        String process = bus.substring(0, link);
        String name = bus.substring(link + 1);
        int thread = 1 + (int) buses.values().stream().filter(other -> other.process.equals(process)).count();
        return new BusTrack(out.track(process, thread, name), process, SHARE + ", " + name);
    }

    /** Enters what a bus was held into its stretches, and tells those that are over. */
    private void share(BusTrack known, long heldFromPs, long releasedPs) throws IOException {
        long at = heldFromPs;
        while (at < releasedPs) {
            long stretch = at / STRETCH_PS;
            if (stretch != known.stretch) {
                notify(known);
                if (stretch > known.stretch + 1) {
                    known.stretch++;
                    known.heldPs = 0;
                    notify(known);
                }
                known.stretch = stretch;
                known.heldPs = 0;
            }
            long end = Math.min(releasedPs, (stretch + 1) * STRETCH_PS);
            known.heldPs += end - at;
            at = end;
        }
    }

    private void notify(BusTrack known) throws IOException {
        long beginPs = known.stretch * STRETCH_PS;
        if (isShown(beginPs, beginPs + STRETCH_PS)) {
            out.counter(known.process, known.counter, "%", beginPs, known.heldPs * PER_CENT / STRETCH_PS);
        }
    }

    @Override
    public void onWire(String sender, String wire, MemorySegment memory, long offset, int length, long beganPs, long endedPs) {
        attempt(() -> {
            Track track = wires.get(wire);
            if (track == null) {
                track = out.track(sender.substring(0, sender.lastIndexOf('/') + 1) + "wires", wires.size() + 1, wire);
                wires.put(wire, track);
            }
            Slice shown = new Slice(track, beganPs);
            shown.toPs = endedPs;
            slice(shown, "wire", "frame of " + length + " bytes", _ -> { });
        });
    }

    /** Tells what is left to be told at the end of a run; what comes after is not told. */
    public void end() {
        attempt(() -> {
            for (BusTrack bus : buses.values()) {
                notify(bus);
            }
        });
        ended = true;
    }
}

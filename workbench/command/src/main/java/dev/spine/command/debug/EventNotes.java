package dev.spine.command.debug;

import dev.spine.extension.api.Message;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.trace.MessageReader;
import dev.spine.system.trace.TracedMessage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one event did, for people; while nobody asks, it only reads along whom messages are for. Belongs to one run. */
final class EventNotes implements RunObserver {
    private final MessageReader reader = new MessageReader();
    private final List<String> lines = new ArrayList<>();
    private final Map<Op, Long> charges = new EnumMap<>(Op.class);
    private final List<ActivationNote> activations = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private boolean noting;

    /** Code of an extension that ran. */
    static final class ActivationNote {
        private final String agent;
        private final int instance;
        private final String what;
        private final @Nullable String message;
        private String used = "";

        private ActivationNote(String agent, int instance, String what, @Nullable String message) {
            this.agent = agent;
            this.instance = instance;
            this.what = what;
            this.message = message;
        }

        String what() {
            return what;
        }

        /** {@return what ran, for what, and what it used} */
        List<String> lines() {
            List<String> lines = new ArrayList<>(List.of("extension " + instance + " of " + agent + ": " + what));
            if (message != null) {
                lines.add("message " + message);
            }
            lines.add(used);
            return lines;
        }
    }

    MessageReader reader() {
        return reader;
    }

    /** Notes what comes, after forgetting what was noted. */
    void begin() {
        lines.clear();
        charges.clear();
        activations.clear();
        transfers.clear();
        noting = true;
    }

    /** Notes nothing more. */
    void end() {
        noting = false;
    }

    /** {@return what the event did, a line each} */
    List<String> lines() {
        List<String> all = new ArrayList<>();
        if (!charges.isEmpty()) {
            all.add("charged " + charges.entrySet().stream().map(charge -> charge.getKey().name().toLowerCase(Locale.ROOT)
                + (charge.getValue() == 1 ? "" : " x " + charge.getValue())).collect(Collectors.joining(", ")));
        }
        all.addAll(lines);
        return all;
    }

    /** {@return the code of extensions that ran, in order} */
    List<ActivationNote> activations() {
        return activations;
    }

    /** {@return the transfers that were requested, in order} */
    List<Transfer> transfers() {
        return transfers;
    }

    private void note(String line) {
        if (noting) {
            lines.add(line);
        }
    }

    @Override
    public void onCharge(String agent, Op op, long times, long chargedPs) {
        if (noting) {
            charges.merge(op, times, Long::sum);
        }
    }

    @Override
    public void onEnd(String agent, Work work, long fromPs, long toPs) {
        note((work == Work.IDLE_STEP ? "found nothing to do; busy until " : "busy until ") + ModelledTime.format(toPs));
    }

    @Override
    public void onDelivery(String from, @Nullable String to, long sentPs, long arrivalPs, DeliveryList<?> list, Object item) {
        String what = item.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        if (item instanceof Frame frame && frame.queuePair().postList() == list) {
            // Also when nobody asks: a later reply is read by what was asked.
            TracedMessage message = reader.read(from, arrivalPs / 1_000, frame);
            what = message.functionName() + (message.isReply() ? " reply" : "");
        }
        note("sends " + what + " to '" + list.name() + "', there at " + ModelledTime.format(arrivalPs));
    }

    @Override
    public void onTransferRequested(String agent, Transfer transfer, long timePs) {
        if (noting) {
            transfers.add(transfer);
            lines.add("requests " + transfer + " at " + ModelledTime.format(timePs));
        }
    }

    @Override
    public void onTransferBegun(String dma, Transfer transfer, long timePs) {
        note(dma + " begins " + transfer);
    }

    @Override
    public void onChunk(String dma, Transfer transfer, int bytes, long fromPs, long toPs) {
        note(dma + " moves " + bytes + " bytes until " + ModelledTime.format(toPs));
    }

    @Override
    public void onTransferEnded(String dma, Transfer transfer, long timePs) {
        note(dma + " has ended " + transfer);
    }

    @Override
    public void onBusHeld(String bus, String by, long requestedPs, long fromPs, long toPs) {
        note(bus + " is " + by + "'s from " + ModelledTime.format(fromPs) + " to " + ModelledTime.format(toPs));
    }

    @Override
    public void onWire(String sender, String wire, MemorySegment memory, long offset, int length, long fromPs, long toPs) {
        note("'" + wire + "' carries a frame of " + length + " bytes from " + ModelledTime.format(fromPs) + " to "
            + ModelledTime.format(toPs));
    }

    @Override
    public void onTimer(String agent, long timePs) {
        note("the timer of " + agent + " has run out");
    }

    @Override
    public void onActivation(String agent, int instance, String what, @Nullable Message message) {
        if (noting) {
            activations.add(new ActivationNote(agent, instance, what, message == null ? null : text(message)));
            lines.add("extension " + instance + " runs: " + what);
        }
    }

    private static String text(Message message) {
        if (message.kind() == Message.Kind.PACKET) {
            return "PACKET, with " + message.buffer();
        }
        StringBuilder text = new StringBuilder(message.kind().name()).append(", source ").append(message.source()).append(", user ")
            .append(message.user()).append(", words");
        for (int i = 0; i < Message.WORDS; i++) {
            text.append(String.format(Locale.ROOT, " %08x", message.word(i)));
        }
        return text.toString();
    }

    @Override
    public void onActivationEnd(String agent, int instance, int fuel, long heapBytes, @Nullable String failure) {
        if (noting && !activations.isEmpty()) {
            activations.getLast().used = "used " + fuel + " units of fuel and " + heapBytes + " bytes of heap"
                + (failure == null ? "" : "; failed: " + failure);
        }
    }
}

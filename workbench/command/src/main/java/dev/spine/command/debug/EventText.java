package dev.spine.command.debug;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.EngineEvent;
import dev.spine.iop.packet.Packet;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.trace.MessageReader;
import dev.spine.system.trace.TracedMessage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Events, messages and transfers in words. */
final class EventText {
    private static final int BYTES_IN_LINE = 16;
    private static final int MAX_RUNS = 16;
    private static final long PS_PER_NS = 1_000;

    private EventText() {}

    /** The message that arrives with an event, or null. */
    static @Nullable TracedMessage message(EngineEvent event, MessageReader reader) {
        return event.item() instanceof Frame frame && frame.queuePair().postList() == event.list()
            ? reader.read(event.source(), event.timePs() / PS_PER_NS, frame) : null;
    }

    /** What happens, in one line without number and time. */
    static String of(EngineEvent event, MessageReader reader) {
        TracedMessage message = message(event, reader);
        if (message != null) {
            return message.functionName() + (message.isReply() ? " reply" : "") + " of " + event.source() + " arrives in '"
                + event.target() + "'";
        }
        return switch (event.kind()) {
            case DELIVERY -> what(event.item()) + " of " + event.source() + " arrives in '" + event.target() + "'";
            case STEP -> "step of " + event.target();
            case TIMER -> "timer of " + event.target();
            case DMA_REQUEST -> event.item() + " of " + event.source() + " arrives at " + event.target();
            case BUS_REQUEST -> event.target() + " asks for the bus for " + event.item();
            case CHUNK_END -> event.target() + " has moved a chunk of " + event.item();
            case PROGRAMMED_IO -> "words of " + event.source() + " go over " + event.target();
            case CALL -> "call on the processor of " + event.target();
            case RESUMPTION -> event.target() + " goes on";
            case BUS_EVENT -> "turn of " + event.target() + " ends, or something has come through";
        };
    }

    private static String what(@Nullable Object item) {
        return switch (item) {
            case Packet packet -> "packet of " + packet.length() + " bytes";
            case Frame _ -> "free frame";
            case Transfer transfer -> transfer.toString();
            case null -> "nothing";
            default -> item.getClass().getSimpleName();
        };
    }

    /** A message: header, fields as the catalogue reads them, bytes. */
    static List<String> describe(TracedMessage message) {
        List<String> lines = new ArrayList<>();
        lines.add(message.sender() + " > " + message.target() + ", " + (message.isReply() ? "reply " : "request ") + message.functionName()
            + ": " + message.detail());
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofBuffer(message.bytes()), 0, message.bytes().remaining());
        MessageKind<?> kind = Catalogue.kindOf(frame, message.deviceClass());
        if (kind != null && kind.fits(frame)) {
            lines.add(kind.parse(frame).toString());
        }
        for (int at = 0; at < message.bytes().remaining(); at += BYTES_IN_LINE) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%04x ", at));
            for (int i = at; i < Math.min(at + BYTES_IN_LINE, message.bytes().remaining()); i++) {
                line.append(String.format(Locale.ROOT, " %02x", message.bytes().get(i)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** A transfer: its runs, its grant, how far it is. */
    static List<String> describe(Transfer transfer) {
        List<String> lines = new ArrayList<>();
        lines.add(transfer + ", " + (transfer.grant() == GrantTable.NONE ? "no grant" : "grant " + Long.toHexString(transfer.grant())));
        for (int i = 0; i < Math.min(transfer.runs(), MAX_RUNS); i++) {
            lines.add(String.format(Locale.ROOT, "run %d: %d bytes from %08x to %08x", i, transfer.length(i), transfer.source(i),
                transfer.destination(i)));
        }
        if (transfer.runs() > MAX_RUNS) {
            lines.add("and " + (transfer.runs() - MAX_RUNS) + " runs more");
        }
        return lines;
    }

    static String time(long ps) {
        return ps < 0 ? "-" : ModelledTime.format(ps);
    }
}

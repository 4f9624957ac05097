package dev.spine.extension.runtime.parts;

import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import org.jspecify.annotations.Nullable;

/** The wire of a card, which may come after its runtime. Belongs to the card's agent. */
public final class CardPort {
    private final ExecutionEnvironment environment;
    private final PacketSink sink;
    private @Nullable PacketPort port;

    /**
     * A port that is not there yet.
     *
     * @param environment has it sooner or later
     * @param sink gets its packets
     */
    public CardPort(ExecutionEnvironment environment, PacketSink sink) {
        this.environment = environment;
        this.sink = sink;
    }

    /** {@return the port, from which packets come from the first call on, or null when there is none yet} */
    public @Nullable PacketPort get() {
        PacketPort found = port;
        if (found == null) {
            found = environment.port();
            if (found != null) {
                found.attach(sink);
                port = found;
            }
        }
        return found;
    }

    public long hardwareAddress() {
        PacketPort found = get();
        return found == null ? 0 : found.hardwareAddress();
    }

    /** No packets come any more. */
    public void detach() {
        PacketPort found = port;
        if (found != null) {
            found.detach(sink);
        }
    }
}

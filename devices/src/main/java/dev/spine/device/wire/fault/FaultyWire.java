package dev.spine.device.wire.fault;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another wire, and faults of the frames at its ports, see the package. Closing it closes the other one. One thread at a time. */
public final class FaultyWire implements Wire {
    private final Wire wire;
    private final List<WirePort> ports = new ArrayList<>();

    private FaultyWire(Builder builder) {
        this.wire = builder.wire;
        List<WirePort> inside = wire.ports();
        for (int i = 0; i < inside.size(); i++) {
            ports.add(new FaultyPort(wire, inside.get(i), builder.sent[i], builder.received[i], builder.seed));
        }
    }

    /**
     * {@return a builder of a wire without faults so far, with the seed 1}
     *
     * @param wire carries the frames; nobody else uses its ports any more
     */
    public static Builder around(Wire wire) {
        return new Builder(wire);
    }

    @Override
    public String name() {
        return wire.name();
    }

    @Override
    public List<WirePort> ports() {
        return List.copyOf(ports);
    }

    @Override
    public Wire carrier() {
        return wire.carrier();
    }

    @Override
    public boolean checksFrames() {
        return wire.checksFrames();
    }

    @Override
    public boolean isGone() {
        return wire.isGone();
    }

    @Override
    public @Nullable String refusal() {
        return wire.refusal();
    }

    @Override
    public void close() {
        wire.close();
    }

    /** Makes faulty wires. One thread. */
    public static final class Builder {
        private final Wire wire;
        private final WireFaults[] sent;
        private final WireFaults[] received;
        private long seed = 1;

        private Builder(Wire wire) {
            this.wire = wire;
            this.sent = new WireFaults[wire.ports().size()];
            this.received = new WireFaults[sent.length];
            Arrays.fill(sent, WireFaults.NONE);
            Arrays.fill(received, WireFaults.NONE);
        }

        /**
         * Sets the seed. Each direction of each port has its own stream of randomness from it.
         *
         * @param newSeed anything
         * @return this
         */
        public Builder seed(long newSeed) {
            this.seed = newSeed;
            return this;
        }

        /**
         * Sets the faults of what all devices send.
         *
         * @param faults how often what happens
         * @return this
         */
        public Builder sent(WireFaults faults) {
            Arrays.fill(sent, faults);
            return this;
        }

        /**
         * Sets the faults of what the device at a port sends.
         *
         * @param port its number, from 0
         * @param faults how often what happens
         * @return this
         */
        public Builder sent(int port, WireFaults faults) {
            sent[checked(port)] = faults;
            return this;
        }

        /**
         * Sets the faults of what arrives for all devices.
         *
         * @param faults how often what happens
         * @return this
         */
        public Builder received(WireFaults faults) {
            Arrays.fill(received, faults);
            return this;
        }

        /**
         * Sets the faults of what arrives for the device at a port.
         *
         * @param port its number, from 0
         * @param faults how often what happens
         * @return this
         */
        public Builder received(int port, WireFaults faults) {
            received[checked(port)] = faults;
            return this;
        }

        private int checked(int port) {
            checkArgument(port >= 0 && port < sent.length, "wire '%s' has the ports 0 to %s, not %s", wire.name(), sent.length - 1, port);
            return port;
        }

        /** {@return the wire; once} */
        public FaultyWire build() {
            return new FaultyWire(this);
        }
    }
}

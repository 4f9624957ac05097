package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A described machine: processors, bus, DMA engine, wire and card memory, each value with its source. Immutable.
 *
 * @param name as users name it, for example {@code "lanai-33"}
 * @param host the host's processor
 * @param iop the processor of every card
 * @param bus the I/O bus
 * @param dma the DMA engine of every bus agent
 * @param wire what wires are unless they say otherwise
 * @param fabric how the bus joins the bus agents
 * @param memory what memories give to DMA engines
 * @param placement where structures of I/O lie
 * @param hostInterrupts for what cards interrupt the host
 * @param cardMemoryBytes memory of a card of the machine; not a limit: a system file says how much memory its cards have
 * @param sources where each value is from, by the key of the profile file, for example {@code "bus.clockHz"} to
 *     {@code "PCI 2.1"}; a value that nobody measured says {@code assumed}
 */
public record MachineProfile(
        String name,
        ProcessorSpec host,
        ProcessorSpec iop,
        BusTiming bus,
        DmaTiming dma,
        WireTiming wire,
        BusFabric fabric,
        MemoryBandwidth memory,
        DataPlacement placement,
        HostInterrupts hostInterrupts,
        long cardMemoryBytes,
        Map<String, String> sources) {

    /** Checks the ranges and copies the sources. */
    public MachineProfile {
        checkArgument(cardMemoryBytes >= 1, "profile '%s': a card needs at least 1 byte of memory", name);
        sources = ImmutableSortedMap.copyOf(sources);
    }

    /**
     * Begins a profile.
     *
     * @return a builder with nothing set
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Collects the parts of a profile, in any order. */
    public static final class Builder {
        private final String name;
        private final Map<String, String> sources = new TreeMap<>();
        private @Nullable ProcessorSpec host;
        private @Nullable ProcessorSpec iop;
        private @Nullable BusTiming bus;
        private @Nullable DmaTiming dma;
        private @Nullable WireTiming wire;
        private BusFabric fabric = BusFabric.PLAIN;
        private MemoryBandwidth memory = MemoryBandwidth.AMPLE;
        private DataPlacement placement = DataPlacement.OF_I2O;
        private HostInterrupts hostInterrupts = HostInterrupts.PER_BURST;
        private long cardMemoryBytes;

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the host's processor. */
        public Builder host(ProcessorSpec processor) {
            this.host = processor;
            return this;
        }

        /** Sets the cards' processor. */
        public Builder iop(ProcessorSpec processor) {
            this.iop = processor;
            return this;
        }

        /**
         * Sets the bus.
         *
         * @param timing its times
         */
        public Builder bus(BusTiming timing) {
            this.bus = timing;
            return this;
        }

        /**
         * Sets the DMA engines.
         *
         * @param timing their times
         */
        public Builder dma(DmaTiming timing) {
            this.dma = timing;
            return this;
        }

        /**
         * Sets the wires.
         *
         * @param timing their times
         */
        public Builder wire(WireTiming timing) {
            this.wire = timing;
            return this;
        }

        /**
         * Sets how the bus joins the bus agents; without it, {@link BusFabric#PLAIN}.
         *
         * @param joins topology and latencies
         */
        public Builder fabric(BusFabric joins) {
            this.fabric = joins;
            return this;
        }

        /**
         * Sets what memories give to DMA engines; without it, {@link MemoryBandwidth#AMPLE}.
         *
         * @param bandwidth of cards and host
         */
        public Builder memory(MemoryBandwidth bandwidth) {
            this.memory = bandwidth;
            return this;
        }

        /**
         * Sets where structures of I/O lie; without it, {@link DataPlacement#OF_I2O}.
         *
         * @param places of each
         */
        public Builder placement(DataPlacement places) {
            this.placement = places;
            return this;
        }

        /**
         * Sets for what cards interrupt the host; without it, {@link HostInterrupts#PER_BURST}.
         *
         * @param interrupts when, and how often at most
         */
        public Builder hostInterrupts(HostInterrupts interrupts) {
            this.hostInterrupts = interrupts;
            return this;
        }

        /**
         * Sets the memory of a card, for people: nothing is allocated by it.
         *
         * @param bytes at least 1
         */
        public Builder cardMemoryBytes(long bytes) {
            this.cardMemoryBytes = bytes;
            return this;
        }

        /**
         * Says where a value is from.
         *
         * @param key the value's key
         * @param source a citation, or {@code assumed} with the reason
         */
        public Builder source(String key, String source) {
            sources.put(key, source);
            return this;
        }

        /**
         * {@return the profile}
         *
         * @throws NullPointerException when a part is missing; the message names it
         */
        public MachineProfile build() {
            return new MachineProfile(name, part(host, "host"), part(iop, "iop"), part(bus, "bus"), part(dma, "dma"), part(wire, "wire"),
                fabric, memory, placement, hostInterrupts, cardMemoryBytes, sources);
        }

        private <T> T part(@Nullable T value, String what) {
            return Objects.requireNonNull(value, () -> "profile '" + name + "' lacks its " + what);
        }
    }
}

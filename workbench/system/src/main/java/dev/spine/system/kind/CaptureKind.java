package dev.spine.system.kind;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.CaptureReader;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.VlanTags;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.file.TomlSection;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * {@code kind = "capture"}: one port that receives what a capture file holds. Keys: {@code file} (a pcap or pcapng file, beside
 * the system file if its name is relative, or the name of a bundled capture: bars, wheel, ball), {@code receive-buffers},
 * {@code replay} (RECORDED, FAST, NONE). Stateless; any thread.
 */
public final class CaptureKind implements WireKind {
    /** What is replayed while a system runs and nobody orders anything. */
    public enum Replay {
        /** Round and round, at the distances of the recording. */
        RECORDED,
        /** Round and round, as soon as a receive buffer is free. */
        FAST,
        /** Nothing. */
        NONE
    }

    /**
     * The settings of a replayed capture, for workloads that describe a system without a file.
     *
     * @param name the wire's name
     * @param capture what is replayed
     * @param receiveBuffers how many packets can be outstanding
     * @param replay what {@code spine run} does with it; workloads order what they need
     */
    public record Spec(String name, Capture capture, int receiveBuffers, Replay replay) implements WireSpec {
        /**
         * A capture that plays as it was recorded, round and round, when nobody orders otherwise.
         *
         * @param name the wire's name
         * @param capture what is replayed
         * @param receiveBuffers how many packets can be outstanding
         */
        public Spec(String name, Capture capture, int receiveBuffers) {
            this(name, capture, receiveBuffers, Replay.RECORDED);
        }

        @Override
        public int ports() {
            return 1;
        }

        @Override
        public long portBytes() {
            return ReceiveBuffers.bytes(receiveBuffers, WirePort.ETHERNET_PACKET_BYTES);
        }
    }

    /** Stateless. */
    public CaptureKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        String name = section.name("name");
        int receiveBuffers = (int) section.number("receive-buffers", 1, 65_536, 256);
        Replay replay = section.choice("replay", Replay.class, Replay.RECORDED);
        String file = section.text("file", BundledCapture.BARS.name());
        try {
            BundledCapture bundled = bundled(file);
            return new Spec(name, bundled == null ? new CaptureReader().read(section.file("file")) : bundled.read(), receiveBuffers,
                replay);
        } catch (CaptureException e) {
            throw section.wrong("file", "cannot be used: " + e.getMessage());
        }
    }

    private static @Nullable BundledCapture bundled(String name) {
        for (BundledCapture bundled : BundledCapture.values()) {
            if (bundled.name().equalsIgnoreCase(name)) {
                return bundled;
            }
        }
        return null;
    }

    /**
     * Opens a capture by the name of a bundled one, or as a file. VLAN tags stay in their frames.
     *
     * @param nameOrFile the name or file
     * @return the capture
     * @throws CaptureException when it cannot be read; the message is one line for people
     */
    public static Capture open(String nameOrFile) throws CaptureException {
        return open(nameOrFile, VlanTags.KEEP);
    }

    /**
     * Opens a capture by the name of a bundled one, or as a file.
     *
     * @param nameOrFile the name or file
     * @param tags what happens to VLAN tags: those who route frames want them, those who look into one stream do not
     * @return the capture
     * @throws CaptureException when it cannot be read; the message is one line for people
     */
    public static Capture open(String nameOrFile, VlanTags tags) throws CaptureException {
        BundledCapture bundled = bundled(nameOrFile);
        return bundled == null ? new CaptureReader(CaptureReader.DEFAULT_LIMIT_BYTES, tags).read(Path.of(nameOrFile))
            : bundled.read();
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        return site.engine().add(site.path(wire.name), site.processor(),
            agent -> new CaptureWire(agent, wire.name, wire.capture, site.timing(), wire.receiveBuffers));
    }
}

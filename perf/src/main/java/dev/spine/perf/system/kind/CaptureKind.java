package dev.spine.perf.system.kind;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.CaptureReader;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.system.TomlSection;
import dev.spine.perf.system.WireKind;
import dev.spine.perf.system.WireSite;
import dev.spine.perf.system.WireSpec;
import java.nio.file.Path;
import java.util.Locale;

/**
 * {@code kind = "capture"}: one port that receives what a capture file holds. Keys: {@code file} (a pcap file, or the name of a bundled
 * capture: bars, wheel, ball), {@code receive-buffers}.
 */
public final class CaptureKind implements WireKind {
    /**
     * The settings of a replayed capture, for workloads that describe a system without a file.
     *
     * @param name the wire's name
     * @param capture what is replayed
     * @param receiveBuffers how many packets can be outstanding
     */
    public record Spec(String name, Capture capture, int receiveBuffers) implements WireSpec {}

    /** Stateless. */
    public CaptureKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        String file = section.text("file", BundledCapture.BARS.name());
        try {
            return new Spec(section.text("name"), open(file), (int) section.number("receive-buffers", 1, 65_536, 256));
        } catch (CaptureException e) {
            throw section.wrong("file", "cannot be used: " + e.getMessage());
        }
    }

    /**
     * Opens a capture by the name of a bundled one, or as a file.
     *
     * @param nameOrFile the name or file
     * @return the capture
     * @throws CaptureException when it cannot be read; the message is one line for people
     */
    public static Capture open(String nameOrFile) throws CaptureException {
        for (BundledCapture bundled : BundledCapture.values()) {
            if (bundled.name().toLowerCase(Locale.ROOT).equals(nameOrFile.toLowerCase(Locale.ROOT))) {
                return bundled.read();
            }
        }
        return new CaptureReader().read(Path.of(nameOrFile));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        return site.engine().add(site.path(wire.name), site.processor(),
            agent -> new CaptureWire(agent, wire.name, wire.capture, site.timing(), wire.receiveBuffers));
    }
}

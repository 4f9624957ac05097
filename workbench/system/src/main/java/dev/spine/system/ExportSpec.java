package dev.spine.system;

import dev.spine.device.os.TapSettings;
import dev.spine.system.file.FilePosition;
import dev.spine.system.file.TomlSection;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a running system shows to others on this machine. Immutable. */
public sealed interface ExportSpec {
    /** {@return where it is described} */
    FilePosition position();

    /**
     * A position where the system serves its disks to NBD clients: a socket in the file system, or a TCP port.
     *
     * @param socket where, or null
     * @param address where, or null; one of the two is there
     * @param position where it is described
     */
    record Nbd(@Nullable Path socket, @Nullable InetSocketAddress address, FilePosition position) implements ExportSpec {
        private static final int STANDARD_PORT = 10_809;
        private static final int MAX_PORT = 65_535;

        private static Nbd read(TomlSection section) {
            // Each is asked for, so that each is known, whichever is there.
            boolean port = section.has("port");
            boolean address = section.has("address");
            if (section.has("socket") && (port || address)) {
                throw section.wrong("socket", "and a port cannot both be served by one export: write two");
            }
            if (section.has("socket")) {
                return new Nbd(section.file("socket"), null, section.placeOf("socket"));
            }
            InetSocketAddress at = new InetSocketAddress(section.text("address", "127.0.0.1"),
                (int) section.number("port", 0, MAX_PORT, STANDARD_PORT));
            if (at.isUnresolved()) {
                throw section.wrong("address", "is no address of this machine: use 127.0.0.1 or one of its own");
            }
            return new Nbd(null, at, section.placeOf("kind"));
        }
    }

    /**
     * A network card as an interface of Linux.
     *
     * @param iop the card's IOP
     * @param device its network device
     * @param interfaceName name of the interface
     * @param namespace name or path of its network namespace, null for that of this process
     * @param position where it is described
     */
    record HostTap(String iop, String device, String interfaceName, @Nullable String namespace,
        FilePosition position) implements ExportSpec {
        private static final String NETWORK_CARD = "lan";

        private static HostTap read(TomlSection section, List<IopDescription> iops) {
            IopDescription iop = iop(section, iops);
            List<String> cards = iop.devices().stream().filter(device -> device.kind().equals(NETWORK_CARD))
                .map(device -> device.spec().name()).toList();
            String device = section.text("device", cards.isEmpty() ? NETWORK_CARD : cards.getFirst());
            if (!cards.contains(device)) {
                throw section.wrong(section.has("device") ? "device" : "iop", section.has("device")
                    ? "\"" + device + "\" is no network card of " + iop.name() + (cards.isEmpty() ? "" : "; there are " + cards)
                    : "\"" + iop.name() + "\" has no network card: give it a device of kind \"lan\"");
            }
            String shown = section.text("interface", iop.name());
            String wrong = TapSettings.wrongName(shown);
            if (wrong != null) {
                throw section.wrong(section.has("interface") ? "interface" : "iop", "\"" + shown + "\" as the name of an interface "
                    + wrong);
            }
            return new HostTap(iop.name(), device, shown, section.has("netns") ? section.text("netns") : null, section.placeOf("iop"));
        }

        private static IopDescription iop(TomlSection section, List<IopDescription> iops) {
            String name = section.text("iop");
            return iops.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(() -> section.wrong("iop",
                "\"" + name + "\" is no IOP of this file; there are " + iops.stream().map(IopDescription::name).toList()));
        }
    }

    /**
     * {@return an export as a file describes it}
     *
     * @param section the table
     * @param iops of the file
     * @param taken what exports before it have taken, each of which is another's no more; grows by its own
     * @throws dev.spine.system.file.SystemFileException for what is wrong, with line and column
     */
    static ExportSpec read(TomlSection section, List<IopDescription> iops, Set<Object> taken) {
        String kind = section.text("kind");
        if (kind.equals("nbd")) {
            return Nbd.read(section);
        }
        if (!kind.equals("host-tap")) {
            throw section.wrong("kind", "\"" + kind + "\" is no kind of export; write nbd or host-tap");
        }
        HostTap tap = HostTap.read(section, iops);
        if (!taken.add(List.of("card", tap.iop, tap.device))) {
            throw section.wrong("iop", "\"" + tap.iop + "\" is exported already: a card is one interface");
        }
        if (!taken.add(List.of("interface", tap.interfaceName, String.valueOf(tap.namespace)))) {
            throw section.wrong(section.has("interface") ? "interface" : "iop", "\"" + tap.interfaceName + "\" is another card's"
                + " interface, too: give each its own");
        }
        return tap;
    }
}

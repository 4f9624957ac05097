package dev.spine.system;

import com.google.common.collect.ImmutableSortedMap;
import dev.spine.host.driver.HostModel;
import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import dev.spine.system.profile.ProfileFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.inject.Inject;
import org.jspecify.annotations.Nullable;

/** Reads system files. One thread at a time. */
public final class SystemFile {
    /** Names of what every system has, in plans and reports. */
    private static final int MIN_ACTIVATION_LIMIT_MS = 100;
    private static final int MAX_ACTIVATION_LIMIT_MS = 3_600_000;
    private static final Set<String> RESOURCES = Set.of("bus", "wire");
    /** The most memory of all cards together, in bytes: a quarter of the bus's 4 GiB of addresses is left to the host and to gaps. */
    public static final long MAX_MEMORY = 3L << 30;
    /** The most IOPs of a system. */
    public static final int MAX_IOPS = 64;

    private final Kinds kinds;

    /**
     * A reader.
     *
     * @param kinds the kinds of devices and wires
     */
    @Inject
    SystemFile(Kinds kinds) {
        this.kinds = kinds;
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return what it describes, checked
     * @throws dev.spine.system.file.SystemFileException for anything that is wrong with it
     */
    public SystemDescription read(Path file) {
        return read(file.toString(), TomlFile.text(file));
    }

    /**
     * Reads the text of a file.
     *
     * @param name the file's name, for errors
     * @param text its text
     * @return what it describes, checked
     * @throws dev.spine.system.file.SystemFileException for anything that is wrong with it
     */
    public SystemDescription read(String name, String text) {
        TomlSection root = TomlFile.parse(name, text);
        String systemName = root.name("name", "system");
        String profile = profile(root);
        long seed = root.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
        int activationLimitMs = (int) root.number("activation-limit-ms", MIN_ACTIVATION_LIMIT_MS, MAX_ACTIVATION_LIMIT_MS,
            ServiceSpec.ACTIVATION_LIMIT_MS);
        HostModel hostModel = root.choice("host-model", HostModel.class, HostModel.MIXED);
        // Wires and IOPs are agents side by side with the host: their names share one space.
        Set<String> names = new HashSet<>(Set.of("host"));
        Map<String, WireSpec> wireSpecs = new HashMap<>();
        List<SystemDescription.PlacedWire> wires = new ArrayList<>();
        for (TomlSection section : root.sections("wire")) {
            WireSpec spec = kindOf(section, kinds.wires(), "wire").read(section);
            List<WireFaultSpec> faults = WireFaultFile.read(section, spec);
            section.finish();
            checkName(section, names, spec.name());
            wireSpecs.put(spec.name(), spec);
            wires.add(new SystemDescription.PlacedWire(section.text("kind"), spec, faults, section.placeOf("kind")));
        }
        List<IopDescription> iops = new ArrayList<>();
        // The host has one runtime, whichever card's section names its extensions.
        Set<String> namesOnHost = new HashSet<>();
        long memory = 0;
        for (TomlSection section : root.sections("iop")) {
            IopDescription iop = readIop(section, wireSpecs, namesOnHost);
            checkName(section, names, iop.name());
            if (RESOURCES.contains(iop.name())) {
                throw section.wrong("name", "\"" + iop.name() + "\" is what reports call the machine's own: give the IOP another name");
            }
            memory += iop.memoryBytes();
            if (memory > MAX_MEMORY) {
                throw section.wrong("the IOPs up to this one need " + memory + " bytes of memory, and a bus has addresses for "
                    + MAX_MEMORY + " beside the host's: make some smaller");
            }
            iops.add(iop);
        }
        requireCompletePackets(iops, wires);
        List<ExportSpec> exports = new ArrayList<>();
        Set<Object> taken = new HashSet<>();
        for (TomlSection section : root.sections("export")) {
            exports.add(ExportSpec.read(section, iops, taken));
            section.finish();
        }
        TomlSection quota = root.section("quota");
        QuotaSpec quotas = quota == null ? QuotaSpec.STANDARD : QuotaSpec.read(quota);
        List<NetworkService> services = NetworkServiceFile.read(root, cards(iops));
        root.finish();
        if (iops.isEmpty() || iops.size() > MAX_IOPS) {
            throw root.wrong("a system has 1 to " + MAX_IOPS + " IOPs, this one " + iops.size() + ": describe them under [[iop]]");
        }
        return new SystemDescription(systemName, profile, seed, hostModel, wires, iops,
            new ServiceSpec(quotas, exports, services, activationLimitMs, root.outline(Set.of("quota", "extension", "service"))));
    }

    /** {@return the IOPs that can have a router: those with a network card and a runtime} */
    private static List<String> cards(List<IopDescription> iops) {
        return iops.stream().filter(iop -> iop.devices().stream().anyMatch(device -> device.kind().equals("lan"))
            && iop.devices().stream().anyMatch(device -> device.spec().isRuntime())).map(IopDescription::name).toList();
    }

    /** What such an extension would drop, packet by packet, is said before. */
    private static void requireCompletePackets(List<IopDescription> iops, List<SystemDescription.PlacedWire> wires) {
        for (SystemDescription.PlacedWire wire : wires) {
            if (wire.spec().leavesWorkUndone()) {
                iops.forEach(iop -> iop.devices().forEach(device -> device.extensions().forEach(each -> requireComplete(each, wire))));
            }
        }
    }

    private static void requireComplete(ExtensionSpec extension, SystemDescription.PlacedWire wire) {
        for (BuiltInExtension known : BuiltInExtension.values()) {
            if (known.needsCompletePackets() && known.image().equals(extension.image())) {
                throw extension.position().wrong("the extension " + known.word() + " takes complete packets only, and from the wire \""
                    + wire.spec().name() + "\" come others: write offload = \"none\" there");
            }
        }
    }

    /** A profile is read even when no engine will ask for it: a name that is wrong is wrong on both engines. */
    private static String profile(TomlSection root) {
        String name = root.text("profile", ProfileFile.BUNDLED.getFirst());
        if (ProfileFile.BUNDLED.contains(name)) {
            return name;
        }
        if (!ProfileFile.isFile(name)) {
            throw root.wrong("profile", "\"" + name + "\" is no bundled profile; there are " + String.join(", ", ProfileFile.BUNDLED)
                + ", and a profile of your own is named by its file, ending in .toml");
        }
        String file = root.file("profile").toString();
        if (!Files.isRegularFile(Path.of(file))) {
            throw root.wrong("profile", "names no file that is there: " + file + ": check the name");
        }
        ProfileFile.find(file);
        return file;
    }

    private static void checkName(TomlSection section, Set<String> taken, String name) {
        if (!taken.add(name)) {
            throw section.wrong("name", "\"" + name + "\" is taken: the host, wires and IOPs each have a name of their own");
        }
    }

    private IopDescription readIop(TomlSection section, Map<String, WireSpec> wires, Set<String> namesOnHost) {
        String name = section.name("name");
        int frameBytes = (int) section.number("frame-bytes", 128, 512, 512);
        if ((frameBytes & 3) != 0) {
            throw section.wrong("frame-bytes", "must be a multiple of 4: frames are made of words");
        }
        int hostFrames = (int) section.number("host-frames", 8, 1024, 64);
        long memory = section.size("memory", 64 << 10, MAX_MEMORY, IopDescription.AS_NEEDED);
        if ((memory & 0xFFF) != 0) {
            throw section.wrong("memory", "must be a multiple of 4096 bytes");
        }
        long needed = SystemParts.WINDOW_BYTES;
        List<IopDescription.PlacedDevice> devices = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (TomlSection device : section.sections("device")) {
            DeviceSpec spec = kindOf(device, kinds.devices(), "device").read(device);
            List<IopDescription.PlacedMonitor> monitors = spec.hasSurface() ? readMonitors(device) : List.of();
            List<ExtensionSpec> extensions = spec.isRuntime() ? readExtensions(device, namesOnHost) : List.of();
            device.finish();
            if (!names.add(spec.name())) {
                throw device.wrong("name", "\"" + spec.name() + "\" is used by two devices of " + name + ": give each its own");
            }
            needed += spec.memoryBytes() + receiveBytes(device, spec.wire(), wires);
            devices.add(new IopDescription.PlacedDevice(device.text("kind"), spec, monitors, extensions, device.placeOf("kind")));
        }
        section.finish();
        boolean isLimited = memory != IopDescription.AS_NEEDED;
        return new IopDescription(name, frameBytes, hostFrames, isLimited ? memory : needed, isLimited, devices,
            isLimited ? section.placeOf("memory") : section.position());
    }

    private List<IopDescription.PlacedMonitor> readMonitors(TomlSection device) {
        List<IopDescription.PlacedMonitor> monitors = new ArrayList<>();
        for (TomlSection section : device.sections("monitor")) {
            MonitorSpec spec = kindOf(section, kinds.monitors(), "monitor").read(section);
            section.finish();
            monitors.add(new IopDescription.PlacedMonitor(section.text("kind"), spec, section.placeOf("kind")));
        }
        return monitors;
    }

    private static List<ExtensionSpec> readExtensions(TomlSection device, Set<String> namesOnHost) {
        List<ExtensionSpec> extensions = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (TomlSection section : device.sections("extension")) {
            ExtensionSpec extension = ExtensionFile.read(section);
            Set<String> taken = extension.placement() == DevicePlacement.HOST ? namesOnHost : names;
            if (!taken.add(extension.name())) {
                throw section.wrong("name", "\"" + extension.name() + "\" is used by two extensions of one runtime: give each its own");
            }
            extensions.add(extension);
        }
        return extensions;
    }

    private static long receiveBytes(TomlSection device, @Nullable String wire, Map<String, WireSpec> wires) {
        if (wire == null) {
            return 0;
        }
        WireSpec spec = wires.get(wire);
        if (spec == null) {
            throw device.wrong("wire", "\"" + wire + "\" is no wire of this file; there are " + new TreeSet<>(wires.keySet())
                + ": name one of them, or describe it under [[wire]]");
        }
        return spec.portBytes();
    }

    private static <K> K kindOf(TomlSection section, ImmutableSortedMap<String, K> kinds, String what) {
        String name = section.text("kind");
        K kind = kinds.get(name);
        if (kind == null) {
            throw section.wrong("kind", "\"" + name + "\" is no kind of " + what + "; write one of "
                + String.join(", ", kinds.keySet()));
        }
        return kind;
    }
}

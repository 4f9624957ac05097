package dev.spine.perf.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.inject.Inject;

/** Reads system files. */
public final class SystemFile {
    /** The most IOPs of a system. */
    public static final int MAX_IOPS = 64;

    private final Map<String, DeviceKind> deviceKinds;
    private final Map<String, WireKind> wireKinds;

    /**
     * A reader.
     *
     * @param deviceKinds the kinds of devices, by name
     * @param wireKinds the kinds of wires, by name
     */
    @Inject
    public SystemFile(Map<String, DeviceKind> deviceKinds, Map<String, WireKind> wireKinds) {
        this.deviceKinds = deviceKinds;
        this.wireKinds = wireKinds;
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return what it describes, checked
     * @throws SystemFileException for anything that is wrong with it
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
     * @throws SystemFileException for anything that is wrong with it
     */
    public SystemDescription read(String name, String text) {
        TomlSection root = TomlFile.parse(name, text);
        String systemName = root.text("name", "system");
        String profile = root.text("profile", "lanai-33");
        long seed = root.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
        List<SystemDescription.PlacedWire> wires = new ArrayList<>();
        Set<String> wireNames = new HashSet<>();
        for (TomlSection section : root.sections("wire")) {
            WireSpec spec = kindOf(section, wireKinds, "wire").read(section);
            section.finish();
            if (!wireNames.add(spec.name())) {
                throw section.wrong("name", "is used by two wires: give each its own");
            }
            wires.add(new SystemDescription.PlacedWire(section.text("kind"), spec));
        }
        List<IopDescription> iops = new ArrayList<>();
        Set<String> iopNames = new HashSet<>(Set.of("host"));
        for (TomlSection section : root.sections("iop")) {
            IopDescription iop = readIop(section, wireNames);
            if (!iopNames.add(iop.name())) {
                throw section.wrong("name", "is used twice or is \"host\": give each IOP its own");
            }
            iops.add(iop);
        }
        root.finish();
        if (iops.isEmpty() || iops.size() > MAX_IOPS) {
            throw root.wrong("a system has 1 to " + MAX_IOPS + " IOPs, this one " + iops.size() + ": describe them under [[iop]]");
        }
        return new SystemDescription(systemName, profile, seed, wires, iops);
    }

    private IopDescription readIop(TomlSection section, Set<String> wires) {
        String name = section.text("name");
        int frameBytes = (int) section.number("frame-bytes", 128, 512, 512);
        if ((frameBytes & 3) != 0) {
            throw section.wrong("frame-bytes", "must be a multiple of 4");
        }
        int hostFrames = (int) section.number("host-frames", 8, 1024, 64);
        List<IopDescription.PlacedDevice> devices = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (TomlSection device : section.sections("device")) {
            DeviceSpec spec = kindOf(device, deviceKinds, "device").read(device);
            if (device.has("wire") && !wires.contains(device.text("wire"))) {
                throw device.wrong("wire", "names no wire of this file; there are " + new TreeSet<>(wires));
            }
            device.finish();
            if (!names.add(spec.name())) {
                throw device.wrong("name", "is used by two devices of " + name + ": give each its own");
            }
            devices.add(new IopDescription.PlacedDevice(device.text("kind"), spec));
        }
        section.finish();
        return new IopDescription(name, frameBytes, hostFrames, devices);
    }

    private static <K> K kindOf(TomlSection section, Map<String, K> kinds, String what) {
        String name = section.text("kind");
        K kind = kinds.get(name);
        if (kind == null) {
            throw section.wrong("kind", "\"" + name + "\" is no kind of " + what + "; there are " + String.join(", ",
                new TreeSet<>(kinds.keySet())));
        }
        return kind;
    }
}

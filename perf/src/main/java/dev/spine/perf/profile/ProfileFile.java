package dev.spine.perf.profile;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.perf.system.FilePlace;
import dev.spine.perf.system.SystemFileException;
import dev.spine.perf.system.TomlFile;
import dev.spine.perf.system.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads machine profiles. */
public final class ProfileFile {
    /** The profiles that come with Spine. */
    public static final List<String> BUNDLED = List.of("lanai-33");

    // Beyond these, times in picoseconds no longer fit 64 bits.
    private static final long MOST_RATE = 1_000_000_000_000L;
    private static final long MOST_NS = 1_000_000_000L;
    private static final int MOST_BYTES = 1 << 20;
    private static final double MOST_CYCLES = 1e9;

    private ProfileFile() {}

    /**
     * Finds and reads a profile.
     *
     * @param nameOrFile the name of a bundled profile, or a file
     * @return the profile
     * @throws SystemFileException when there is none, or for anything that is wrong with it
     */
    public static MachineProfile find(String nameOrFile) {
        if (BUNDLED.contains(nameOrFile)) {
            return read(nameOrFile, nameOrFile + ".toml", text(nameOrFile));
        }
        if (!isFile(nameOrFile)) {
            throw FilePlace.of(nameOrFile).wrong("is no bundled profile (" + String.join(", ", BUNDLED)
                + "); a profile of your own is named by its file, ending in .toml");
        }
        try {
            return read(nameOrFile, nameOrFile, TomlFile.text(Path.of(nameOrFile)));
        } catch (InvalidPathException e) {
            throw FilePlace.of(nameOrFile).wrong("is no name of a file: " + e.getReason());
        }
    }

    /**
     * {@return whether a profile that is not bundled is meant as a file: it has a directory or ends in {@code .toml}}
     *
     * @param nameOrFile what a person wrote
     */
    public static boolean isFile(String nameOrFile) {
        return nameOrFile.contains("/") || nameOrFile.endsWith(".toml");
    }

    /**
     * {@return the text of a bundled profile, with its comments}
     *
     * @param name one of {@link #BUNDLED}
     */
    public static String text(String name) {
        try (InputStream in = ProfileFile.class.getResourceAsStream(name + ".toml")) {
            if (in == null) {
                throw new IllegalArgumentException("no profile '" + name + "' is bundled");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the bundled profile '" + name + "' cannot be read: build again", e);
        }
    }

    static MachineProfile read(String name, String file, String text) {
        TomlSection root = TomlFile.parse(file, text);
        MachineProfile.Builder profile = MachineProfile.named(root.text("name", name));
        root.text("about", "");
        profile.host(processor(root, "host", profile));
        profile.iop(processor(root, "iop", profile));
        profile.bus(bus(required(root, "bus"), profile));
        TomlSection dma = required(root, "dma");
        profile.dma(new DmaTiming(number(dma, "dma", "setup-ns", 0, MOST_NS, profile),
            number(dma, "dma", "local-bytes-per-second", 1, MOST_RATE, profile)));
        dma.finish();
        TomlSection wire = required(root, "wire");
        profile.wire(new WireTiming(number(wire, "wire", "bits-per-second", 1, MOST_RATE, profile),
            number(wire, "wire", "latency-ns", 0, MOST_NS, profile), (int) number(wire, "wire", "overhead-bytes", 0, MOST_BYTES, profile)));
        wire.finish();
        TomlSection card = required(root, "card");
        profile.cardMemoryBytes(number(card, "card", "memory-bytes", 1, Integer.MAX_VALUE, profile));
        card.finish();
        root.finish();
        return profile.build();
    }

    private static BusTiming bus(TomlSection bus, MachineProfile.Builder profile) {
        long clock = number(bus, "bus", "clock-hz", 1, MOST_RATE, profile);
        int width = (int) number(bus, "bus", "width-bytes", 1, MOST_BYTES, profile);
        int overhead = (int) number(bus, "bus", "overhead-cycles", 0, MOST_BYTES, profile);
        int burst = (int) number(bus, "bus", "burst-bytes", width, MOST_BYTES, profile);
        int programmed = (int) number(bus, "bus", "programmed-cycles", 1, MOST_BYTES, profile);
        bus.finish();
        return new BusTiming(clock, width, overhead, burst, programmed);
    }

    private static ProcessorSpec processor(TomlSection root, String key, MachineProfile.Builder profile) {
        TomlSection section = required(root, key);
        String name = section.text("name");
        long clock = number(section, key, "clock-hz", 1, MOST_RATE, profile);
        TomlSection cycles = required(section, "cycles");
        Map<Op, Double> table = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            String opKey = op.name().toLowerCase(Locale.ROOT).replace('_', '-');
            TomlSection entry = required(cycles, opKey);
            table.put(op, entry.decimal("value", 0, MOST_CYCLES));
            profile.source(key + ".cycles." + opKey, entry.text("source"));
            entry.finish();
        }
        cycles.finish();
        section.finish();
        return new ProcessorSpec(name, CostTable.ofCycles(clock, table));
    }

    private static TomlSection required(TomlSection section, String key) {
        TomlSection inner = section.section(key);
        if (inner == null) {
            throw section.wrong(key, "is missing: add it; a profile says what everything costs, and from where each number is");
        }
        return inner;
    }

    private static long number(TomlSection section, String path, String key, long least, long most, MachineProfile.Builder profile) {
        TomlSection entry = required(section, key);
        long value = entry.number("value", least, most);
        profile.source(path + "." + key, entry.text("source"));
        entry.finish();
        return value;
    }
}

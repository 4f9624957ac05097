package dev.spine.perf.profile;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.perf.system.SystemFileException;
import dev.spine.perf.system.TomlFile;
import dev.spine.perf.system.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads machine profiles. */
public final class ProfileFile {
    /** The profiles that come with Spine. */
    public static final List<String> BUNDLED = List.of("lanai-33");

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
        if (!nameOrFile.contains("/") && !nameOrFile.endsWith(".toml")) {
            throw new SystemFileException(nameOrFile, 0, 0, "is no bundled profile (" + String.join(", ", BUNDLED)
                + "); a profile of your own is named by its file, ending in .toml");
        }
        Path file = Path.of(nameOrFile);
        return read(nameOrFile, nameOrFile, TomlFile.text(file));
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
        TomlSection bus = required(root, "bus");
        profile.bus(new BusTiming(number(bus, "bus", "clock-hz", 1, profile), (int) number(bus, "bus", "width-bytes", 1, profile),
            (int) number(bus, "bus", "overhead-cycles", 0, profile), (int) number(bus, "bus", "burst-bytes", 1, profile),
            (int) number(bus, "bus", "programmed-cycles", 1, profile)));
        bus.finish();
        TomlSection dma = required(root, "dma");
        profile.dma(new DmaTiming(number(dma, "dma", "setup-ns", 0, profile), number(dma, "dma", "local-bytes-per-second", 1, profile)));
        dma.finish();
        TomlSection wire = required(root, "wire");
        profile.wire(new WireTiming(number(wire, "wire", "bits-per-second", 1, profile), number(wire, "wire", "latency-ns", 0, profile),
            (int) number(wire, "wire", "overhead-bytes", 0, profile)));
        wire.finish();
        TomlSection card = required(root, "card");
        profile.cardMemoryBytes(number(card, "card", "memory-bytes", 1, profile));
        card.finish();
        root.finish();
        return profile.build();
    }

    private static ProcessorSpec processor(TomlSection root, String key, MachineProfile.Builder profile) {
        TomlSection section = required(root, key);
        String name = section.text("name");
        long clock = number(section, key, "clock-hz", 1, profile);
        TomlSection cycles = required(section, "cycles");
        Map<Op, Double> table = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            String opKey = op.name().toLowerCase(Locale.ROOT).replace('_', '-');
            TomlSection entry = required(cycles, opKey);
            table.put(op, entry.decimal("value", 0, 0));
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
            throw section.wrong("'" + key + "' is missing: a profile says what everything costs, and from where the number is");
        }
        return inner;
    }

    private static long number(TomlSection section, String path, String key, long least, MachineProfile.Builder profile) {
        TomlSection entry = required(section, key);
        long value = entry.number("value", least, Long.MAX_VALUE, Math.max(least, 0));
        profile.source(path + "." + key, entry.text("source"));
        entry.finish();
        return value;
    }
}

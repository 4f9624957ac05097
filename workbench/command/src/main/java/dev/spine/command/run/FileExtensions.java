package dev.spine.command.run;

import dev.spine.command.control.RequestException;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.system.DevicePlacement;
import dev.spine.system.ExtensionSpec;
import dev.spine.system.IopDescription;
import dev.spine.system.SystemDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import javax.inject.Singleton;

/** The extensions that the system file asks for: loaded at the start, and brought into line with the file at a reload. One thread. */
@Singleton
final class FileExtensions {
    private final Cards cards;
    private final TiedExtensions tied;
    private final ServedRoutines routines;
    private final Programs programs;
    private final Map<Key, Loaded> loaded = new LinkedHashMap<>();

    /** Under which name an extension is known, and on which IOP. */
    private record Key(String iop, String name) {
        @Override
        public String toString() {
            return name + " on " + iop;
        }
    }

    /** What was asked for, and the number that it has. */
    private record Loaded(ExtensionSpec spec, int extension) {}

    @Inject
    FileExtensions(Cards cards, TiedExtensions tied, ServedRoutines routines, Programs programs) {
        this.cards = cards;
        this.tied = tied;
        this.routines = routines;
        this.programs = programs;
    }

    /**
     * Loads what a description asks for; the first that is refused ends it.
     *
     * @return a line for each
     * @throws dev.spine.system.file.SystemFileException for the one that was refused
     */
    List<String> load(SystemDescription description) {
        List<String> lines = new ArrayList<>();
        wanted(description).forEach((key, spec) -> {
            try {
                lines.add(load(key, spec));
            } catch (RequestException e) {
                throw spec.position().wrong("extension '" + spec.name() + "' is " + firstLine(e));
            }
        });
        return lines;
    }

    private static String firstLine(RequestException refusal) {
        return String.valueOf(refusal.getMessage()).lines().findFirst().orElse("refused");
    }

    private static Map<Key, ExtensionSpec> wanted(SystemDescription description) {
        Map<Key, ExtensionSpec> wanted = new LinkedHashMap<>();
        for (IopDescription iop : description.iops()) {
            for (IopDescription.PlacedDevice device : iop.devices()) {
                device.extensions().forEach(extension -> wanted.put(
                    new Key(extension.placement() == DevicePlacement.HOST ? Cards.HOST : iop.name(), extension.name()), extension));
            }
        }
        return wanted;
    }

    private String load(Key key, ExtensionSpec spec) throws RequestException {
        int extension = cards.find(key.iop).load(spec.image(), options(spec), _ -> { });
        loaded.put(key, new Loaded(spec, extension));
        routines.begin(key.iop, extension, spec.routines());
        programs.begin(key.iop, extension, spec.image());
        return "loaded " + key + " as extension " + extension;
    }

    private static LoadOptions options(ExtensionSpec spec) {
        return new LoadOptions(OwnerRegistry.SYSTEM, false, new LoadParameters(spec.parameters()));
    }

    /**
     * Ends what the description asks for no more, replaces what it asks for differently, loads what is new or has gone. What is refused
     * stays as it was.
     *
     * @return what was done
     */
    Changes follow(SystemDescription description) {
        Changes changes = new Changes();
        Map<Key, ExtensionSpec> wanted = wanted(description);
        for (Key key : List.copyOf(loaded.keySet())) {
            if (!wanted.containsKey(key)) {
                changes.attempt(key.toString(), () -> unload(key));
            }
        }
        wanted.forEach((key, spec) -> changes.attempt(key.toString(), () -> follow(key, spec)));
        return changes;
    }

    private String unload(Key key) throws RequestException {
        Loaded old = loaded.get(key);
        CardRuntime runtime = cards.find(key.iop);
        if (old != null && isThere(runtime, old)) {
            routines.end(key.iop, old.extension);
            programs.end(key.iop, old.extension);
            runtime.unload(old.extension, OwnerRegistry.SYSTEM, tied);
        }
        loaded.remove(key);
        return "unloaded " + key;
    }

    private String follow(Key key, ExtensionSpec spec) throws RequestException {
        Loaded old = loaded.get(key);
        CardRuntime runtime = cards.find(key.iop);
        if (old == null || !isThere(runtime, old)) {
            return load(key, spec);
        }
        if (old.spec.asksForTheSame(spec)) {
            return "";
        }
        ExtensionSpec there = old.spec;
        routines.end(key.iop, old.extension);
        programs.end(key.iop, old.extension);
        try {
            runtime.replace(old.extension, spec.image(), options(spec));
            there = spec;
            loaded.put(key, new Loaded(spec, old.extension));
        } finally {
            routines.begin(key.iop, old.extension, there.routines());
            programs.begin(key.iop, old.extension, there.image());
        }
        return "replaced " + key + ", extension " + old.extension;
    }

    /** Who administers may have unloaded it, and its number may be a user's now. */
    private static boolean isThere(CardRuntime runtime, Loaded old) throws RequestException {
        for (InstanceStatus report : runtime.list(OwnerRegistry.SYSTEM)) {
            if (report.instance() == old.extension && report.owner() == OwnerRegistry.SYSTEM) {
                return true;
            }
        }
        return false;
    }
}

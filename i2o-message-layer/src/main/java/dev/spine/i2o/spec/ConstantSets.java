package dev.spine.i2o.spec;

import dev.spine.i2o.IopState;
import dev.spine.i2o.spec.ConstantSet.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The numbers that are part of the architecture. The file {@code constants.txt} has those that only the specification shows, and names the
 * classes of those that code uses. Immutable; any thread.
 */
public final class ConstantSets {
    private static final String FILE = "constants.txt";

    /** Every set that has a constant. */
    public static final List<ConstantSet> ALL = collect();

    private ConstantSets() {
    }

    private static List<ConstantSet> collect() {
        Map<String, List<Constant>> sets = new LinkedHashMap<>();
        sets.put("IopState", Stream.of(IopState.values()).map(state -> new Constant("IopState." + state.name(), state.code())).toList());
        String set = "";
        for (String line : PublicNames.lines(FILE)) {
            String[] words = line.strip().split("\\s+", 3);
            if (line.startsWith(" ")) {
                sets.computeIfAbsent(set, _ -> new ArrayList<>()).add(new Constant(set + "." + words[0], Long.decode(words[1])));
            } else if (words[0].equals("class")) {
                add(sets, named(words[1]));
            } else {
                set = words[0];
            }
        }
        return sets.entrySet().stream().map(entry -> new ConstantSet(entry.getKey(), entry.getValue())).toList();
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(FILE + ": there is no class " + name, e);
        }
    }

    private static void add(Map<String, List<Constant>> sets, Class<?> declaring) {
        ConstantSet set = ConstantSet.of(declaring);
        if (!set.constants().isEmpty()) {
            sets.put(set.name(), set.constants());
        }
        Arrays.stream(declaring.getClasses()).sorted(Comparator.comparing(Class::getName)).forEach(nested -> add(sets, nested));
    }
}

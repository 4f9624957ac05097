package dev.spine.extension.api.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.library.script.Lists;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One program does the same with the library as with the JDK: results, kinds of exceptions, order, texts, hash codes, over random steps.
 * The program names the JDK's classes, and the library takes their place in its class files, as when an image is loaded.
 */
class SameAsJdkTest {
    private static final int ROUNDS = Boolean.getBoolean("spine.full") ? 60 : 10;
    private static final String SCRIPTS = Lists.class.getPackageName();

    private static Method program(String script, Map<String, String> names) throws ReflectiveOperationException {
        return new RenamedLoader(SCRIPTS, names).loadClass(SCRIPTS + "." + script).getMethod("run", long.class);
    }

    /** What is in the order of a hash table is in the order of coming in the library. */
    private static Map<String, String> ordered() {
        return Map.of("java/util/HashMap", "java/util/LinkedHashMap", "java/util/HashSet", "java/util/LinkedHashSet");
    }

    private static Map<String, String> library() {
        Map<String, String> names = new LinkedHashMap<>();
        // What javac names where two branches meet that bring different maps, sets, lists or queues.
        for (String name : List.of("java/util/AbstractCollection", "java/util/AbstractList", "java/util/AbstractMap",
            "java/util/AbstractSet")) {
            names.put(name, JdkMembers.inLibrary(name));
        }
        for (String name : JdkMembers.read().keySet()) {
            names.put(name, JdkMembers.inLibrary(name));
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Lists", "Queues", "Maps", "Sets", "Texts", "Bits", "Others"})
    void aProgramDoesTheSame(String script) throws ReflectiveOperationException {
        long first = Long.getLong("spine.seed", new Random().nextLong());
        Method onJdk = program(script, ordered());
        Method onLibrary = program(script, library());
        for (long seed = first; seed < first + ROUNDS; seed++) {
            String expected = (String) onJdk.invoke(null, seed);
            String actual = (String) onLibrary.invoke(null, seed);
            if (!expected.equals(actual)) {
                firstDifference(expected.split("\n", -1), actual.split("\n", -1), script + ", run again with -Dspine.seed=" + seed);
            }
        }
    }

    private static void firstDifference(String[] expected, String[] actual, String said) {
        for (int i = 0; i < Math.min(expected.length, actual.length); i++) {
            String before = String.join("\n", java.util.Arrays.copyOfRange(expected, Math.max(0, i - 4), i));
            assertEquals(expected[i], actual[i], said + ", after\n" + before + "\n");
        }
        assertEquals(expected.length, actual.length, said);
    }
}

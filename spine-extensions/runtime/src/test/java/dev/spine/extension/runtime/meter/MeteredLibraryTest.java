package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.verify.Library;
import dev.spine.extension.runtime.verify.Rule;
import dev.spine.extension.runtime.verify.Verifier;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The library keeps the rules of an extension, and all of it is metered. */
@Tag("compilers")
class MeteredLibraryTest {
    private static final List<String> FIRST = List.of("ArrayList", "ArrayDeque", "LinkedHashMap", "LinkedHashSet", "TreeMap", "TreeSet",
        "PriorityQueue", "BitSet", "Optional", "OptionalInt", "StringJoiner", "StringBuilder", "Strings", "Enums", "Functions", "Arrays",
        "Collections", "Objects", "Comparator", "PrimitiveIterator$OfInt");

    /** The classes that are named from some on, with their bytes. */
    private static Map<String, byte[]> all() {
        Map<String, byte[]> all = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        FIRST.forEach(name -> open.add(Library.PACKAGE + name));
        while (!open.isEmpty()) {
            String name = open.remove();
            ClassModel model = Library.model(name);
            if (model == null || all.containsKey(name.replace('/', '.'))) {
                continue;
            }
            all.put(name.replace('/', '.'), ClassFile.of().transformClass(model, (builder, element) -> builder.with(element)));
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry type && Library.has(type.asInternalName())) {
                    open.add(type.asInternalName());
                }
            }
        }
        return all;
    }

    @Test
    void theLibraryKeepsTheRulesOfAnExtension() {
        var verdict = new Verifier(_ -> true).verify(all(), null);
        // What it may and an author may not: show a text to the JDK as a sequence of characters.
        var findings = verdict.findings().stream().filter(finding -> finding.rule() != Rule.EXTEND).toList();
        assertEquals(List.of(), findings);
    }

    @Test
    void everyClassOfTheLibraryIsMetered() {
        Map<String, byte[]> all = all();
        assertTrue(all.size() > 60, () -> all.size() + " classes");
        for (String name : all.keySet()) {
            byte[] metered = MeteredLibrary.of(Probes.NONE).classFile(name);
            assertNotNull(metered, name);
            for (PoolEntry entry : ClassFile.of().parse(metered).constantPool()) {
                assertTrue(!(entry instanceof InvokeDynamicEntry), name);
            }
        }
    }
}

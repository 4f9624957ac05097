package dev.spine.extension.api.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What extensions link to in the library has the names and types of the JDK's: all that the allow-list has named, and nothing else. */
class LibraryApiTest {
    private static final Map<String, JdkMembers.Type> MEMBERS = JdkMembers.read();

    private static Class<?> load(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'));
    }

    /** The class of the library that stands for one of the JDK, or that one. */
    private static Class<?> inLibrary(String internalName) throws ClassNotFoundException {
        return load(MEMBERS.containsKey(internalName) ? JdkMembers.inLibrary(internalName) : internalName);
    }

    /** The JDK's types, each replaced by the library's, as the runtime does it with a descriptor. */
    private static String renamed(String descriptor) {
        String text = descriptor;
        for (String name : MEMBERS.keySet()) {
            text = text.replace("L" + name + ";", "L" + JdkMembers.inLibrary(name) + ";");
        }
        return text;
    }

    private static String signature(Executable member) {
        return member instanceof Method method
            ? method.getName() + " " + MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString()
            : "<init> " + MethodType.methodType(void.class, member.getParameterTypes()).toMethodDescriptorString();
    }

    /** Everything that can be called on a class, also what it inherits. */
    private static Map<String, Executable> members(Class<?> type) {
        Map<String, Executable> members = new LinkedHashMap<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            members.put(signature(constructor), constructor);
        }
        Stream.concat(Stream.of(Object.class.getMethods()), Stream.of(type.getMethods()))
            .forEach(method -> members.put(signature(method), method));
        return members;
    }

    @Test
    void whatTheAllowListNamesIsThereWithTheSameTypes() throws ClassNotFoundException {
        List<String> missing = new ArrayList<>();
        int checked = 0;
        for (Map.Entry<String, JdkMembers.Type> each : MEMBERS.entrySet()) {
            Map<String, Executable> ours = members(inLibrary(each.getKey()));
            Map<String, Executable> theirs = members(load(each.getKey()));
            for (String method : each.getValue().methods()) {
                Executable member = ours.get(renamed(method));
                Executable original = theirs.get(method);
                checked++;
                if (member == null) {
                    missing.add(each.getKey() + "." + method);
                } else if (original != null) {
                    assertEquals(Modifier.isStatic(original.getModifiers()), Modifier.isStatic(member.getModifiers()), method);
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(checked > 600, () -> "the list is not complete");
    }

    @Test
    void whatIsThereTheJdkHasToo() throws ClassNotFoundException {
        Set<String> more = new TreeSet<>();
        for (String name : MEMBERS.keySet()) {
            Set<String> theirs = new HashSet<>();
            members(load(name)).keySet().forEach(member -> theirs.add(renamed(member)));
            members(inLibrary(name)).forEach((signature, member) -> {
                if (!theirs.contains(signature) && !member.isSynthetic()) {
                    more.add(name + "." + signature);
                }
            });
        }
        assertEquals(Set.of(), more);
    }

    @Test
    void supertypesAreTheSame() throws ClassNotFoundException {
        for (Map.Entry<String, JdkMembers.Type> each : MEMBERS.entrySet()) {
            Class<?> ours = inLibrary(each.getKey());
            Class<?> original = load(each.getKey());
            assertEquals(original.isInterface(), ours.isInterface(), each.getKey());
            for (String supertype : each.getValue().supertypes()) {
                assertTrue(inLibrary(supertype).isAssignableFrom(ours), () -> each.getKey() + " > " + supertype);
            }
            for (String other : MEMBERS.keySet()) {
                assertEquals(load(other).isAssignableFrom(original), inLibrary(other).isAssignableFrom(ours),
                    () -> each.getKey() + " > " + other);
            }
        }
    }

    @Test
    void whoImplementsAnInterfaceOfTheJdkImplementsTheLibrarys() throws ClassNotFoundException {
        for (Map.Entry<String, JdkMembers.Type> each : MEMBERS.entrySet()) {
            if (each.getValue().open()) {
                Map<String, Executable> theirs = members(load(each.getKey()));
                for (Method method : inLibrary(each.getKey()).getMethods()) {
                    Executable original = theirs.entrySet().stream().filter(one -> renamed(one.getKey()).equals(signature(method)))
                        .findFirst().map(Map.Entry::getValue).orElse(null);
                    assertNotNull(original, () -> each.getKey() + " asks for " + signature(method));
                    assertTrue(!Modifier.isAbstract(method.getModifiers()) || Modifier.isAbstract(original.getModifiers()),
                        () -> each.getKey() + " asks for " + signature(method) + ", which the JDK's has");
                }
            }
        }
    }

    @Test
    void whereBranchesMeetTheSameClassesAreAbove() throws ClassNotFoundException {
        // javac names the nearest common class in the tables for the verifier of the virtual machine.
        List<String> classes = MEMBERS.keySet().stream().filter(name -> !name.endsWith("Map$Entry")).toList();
        for (String one : classes) {
            for (String other : classes) {
                Class<?> common = load(one);
                while (common != null && !common.isAssignableFrom(load(other))) {
                    common = common.getSuperclass();
                }
                if (common != null && common != Object.class) {
                    Class<?> ours = load(JdkMembers.inLibrary(common.getName().replace('.', '/')));
                    assertTrue(ours.isAssignableFrom(inLibrary(one)) && ours.isAssignableFrom(inLibrary(other)),
                        () -> ours + " is not above " + one + " and " + other);
                }
            }
        }
    }
}

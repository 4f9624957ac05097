package dev.spine.extension.api.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The class files of the library hold its rules: what the runtime counts of them is all that they do. */
class LibraryRulesTest {
    private static final String PACKAGE = "dev/spine/extension/api/library/";
    /** Types that code may name; what it calls of them is below. */
    private static final Pattern TYPES = Pattern.compile("java/lang/(Object|String|CharSequence|Comparable|Boolean|Character|Enum|Integer"
        + "|Long|Float|Double|Math|System|Runnable|Throwable|\\w+Exception)|java/util/function/\\w+|dev/spine/extension/api/ServiceRights"
        + "|java/util/(Arrays|Objects|\\w+Exception)");
    /** What is called of the JDK: nothing that calls back, but for methods of any object and of functions, which are charged there. */
    private static final Set<Pattern> CALLS = Set.of(
        Pattern.compile("java/lang/Object\\.(<init>|equals|hashCode|toString) .*"),
        Pattern.compile("java/lang/(Comparable\\.compareTo|CharSequence\\.(length|toString)) .*"),
        Pattern.compile("java/lang/String\\.(charAt|concat|equals|getChars|isEmpty|length|toCharArray) .*"),
        Pattern.compile("java/lang/String\\.(<init> \\(\\[CII\\)V|valueOf \\(Ljava/lang/Object;\\).*)"),
        Pattern.compile("java/lang/(Integer|Long|Float|Double|Character|Boolean)\\.\\w+ .*"),
        Pattern.compile("java/lang/Enum\\.name .*"),
        Pattern.compile("java/lang/Math\\.(min|max) .*"),
        Pattern.compile("java/lang/System\\.arraycopy .*"),
        Pattern.compile("java/lang/Runnable\\.run .*"),
        Pattern.compile("java/(lang|util)/\\w+Exception\\.<init> \\((I|Ljava/lang/String;)?\\)V"),
        Pattern.compile("java/util/function/\\w+\\.\\w+ .*"),
        Pattern.compile("java/lang/String\\.substring .*"),
        Pattern.compile("dev/spine/extension/api/ServiceRights\\.named .*"),
        Pattern.compile("java/util/Arrays\\.\\w+ \\(\\[[ZBCDFIJS].*"),
        Pattern.compile("java/util/Arrays\\.copyOf(Range)? \\(\\[Ljava/lang/Object;I+\\)\\[Ljava/lang/Object;"),
        Pattern.compile("java/util/Objects\\.requireNonNull .*"));

    private static List<ClassModel> classes() throws IOException, URISyntaxException {
        Path root = Path.of(Strings.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<ClassModel> classes = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve(PACKAGE))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).sorted().toList()) {
                ClassModel model = ClassFile.of().parse(file);
                if (!model.thisClass().asInternalName().endsWith("package-info")) {
                    classes.add(model);
                }
            }
        }
        assertTrue(classes.size() > 40, () -> "the library is not at " + root);
        return classes;
    }

    private static void eachInstruction(BiConsumer<MethodModel, Instruction> check) throws IOException, URISyntaxException {
        for (ClassModel model : classes()) {
            for (MethodModel method : model.methods()) {
                method.code().ifPresent(code -> {
                    for (CodeElement element : code) {
                        if (element instanceof Instruction instruction) {
                            check.accept(method, instruction);
                        }
                    }
                });
            }
        }
    }

    private static String place(MethodModel method) {
        return method.parent().map(model -> model.thisClass().asInternalName()).orElse("") + "." + method.methodName().stringValue();
    }

    @Test
    void nothingIsLinkedDynamicallyOrLocked() throws IOException, URISyntaxException {
        eachInstruction((method, instruction) -> assertTrue(!(instruction instanceof InvokeDynamicInstruction)
            && !(instruction instanceof MonitorInstruction)
            && !(instruction instanceof ConstantInstruction.LoadConstantInstruction load && load.constantEntry() instanceof ClassEntry),
            () -> place(method) + ": " + instruction));
        for (ClassModel model : classes()) {
            for (PoolEntry entry : model.constantPool()) {
                assertTrue(!(entry instanceof MethodHandleEntry) && !(entry instanceof MethodTypeEntry)
                    && !(entry instanceof ConstantDynamicEntry), () -> model.thisClass().asInternalName() + ": " + entry);
            }
            for (MethodModel method : model.methods()) {
                assertTrue(!method.flags().has(AccessFlag.SYNCHRONIZED) && !method.flags().has(AccessFlag.NATIVE), () -> place(method));
            }
        }
    }

    @Test
    void staticFieldsHoldNumbersAndObjectsWithoutState() throws IOException, URISyntaxException {
        Set<String> stateless = new HashSet<>();
        for (ClassModel model : classes()) {
            if (model.fields().stream().allMatch(field -> field.flags().has(AccessFlag.STATIC))) {
                stateless.add("L" + model.thisClass().asInternalName() + ";");
            }
        }
        for (ClassModel model : classes()) {
            for (FieldModel field : model.fields()) {
                if (field.flags().has(AccessFlag.STATIC)) {
                    String type = field.fieldType().stringValue();
                    assertTrue(field.flags().has(AccessFlag.FINAL) && (type.length() == 1 || stateless.contains(type)),
                        () -> model.thisClass().asInternalName() + "." + field.fieldName());
                }
            }
        }
        eachInstruction((method, instruction) -> {
            boolean initialiser = method.methodName().equalsString("<clinit>");
            assertTrue(initialiser || instruction.opcode() != Opcode.PUTSTATIC, () -> place(method) + ": " + instruction);
            assertTrue(!initialiser || !(instruction instanceof InvokeInstruction call) || call.name().equalsString("<init>"),
                () -> place(method) + ": " + instruction);
            assertTrue(!initialiser || !(instruction instanceof BranchInstruction), () -> place(method) + ": " + instruction);
        });
    }

    @Test
    void onlyLeavesOfTheJdkAreCalled() throws IOException, URISyntaxException {
        Set<String> others = new TreeSet<>();
        eachInstruction((method, instruction) -> {
            if (instruction instanceof InvokeInstruction call) {
                String owner = call.owner().asInternalName();
                String called = owner + "." + call.name().stringValue() + " " + call.type().stringValue();
                if (!owner.startsWith(PACKAGE) && CALLS.stream().noneMatch(each -> each.matcher(called).matches())) {
                    others.add(place(method) + " calls " + called);
                }
            } else if (instruction instanceof FieldInstruction field && !field.owner().asInternalName().startsWith(PACKAGE)
                && !field.owner().asInternalName().equals("java/lang/Boolean")) {
                others.add(place(method) + " reads " + field.owner().asInternalName() + "." + field.name().stringValue());
            }
        });
        assertEquals(Set.of(), others);
    }

    @Test
    void onlyTheseTypesOfTheJdkAreNamed() throws IOException, URISyntaxException {
        Set<String> others = new TreeSet<>();
        for (ClassModel model : classes()) {
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry type) {
                    String name = type.asInternalName().replaceFirst("^\\[+L(.*);$", "$1");
                    if (!name.startsWith(PACKAGE) && !name.startsWith("[") && !TYPES.matcher(name).matches()) {
                        others.add(model.thisClass().asInternalName() + " names " + name);
                    }
                }
            }
        }
        assertEquals(Set.of(), others);
    }

    @Test
    void exceptionsAreMadeInMethodsOfTheirOwn() throws IOException, URISyntaxException {
        // The whole code of a method is charged at its entry, so exceptions are made in methods that do nothing else.
        eachInstruction((method, instruction) -> {
            if (instruction instanceof InvokeInstruction call && call.name().equalsString("<init>")
                && call.owner().asInternalName().endsWith("Exception")) {
                assertEquals(PACKAGE + "Failures", method.parent().orElseThrow().thisClass().asInternalName(), () -> place(method));
            }
        });
    }

    @Test
    void methodsThatAreCalledOftenHaveNoLoops() throws IOException, URISyntaxException {
        Set<String> often = Set.of("ArrayList.get", "ArrayList.set", "HashMap.get", "HashMap.put", "HashMap.containsKey",
            "ArrayDeque.addLast", "ArrayDeque.addFirst", "ArrayDeque.pollFirst", "ArrayDeque.pollLast", "ArrayList$Cursor.next",
            "CellMap$Cursor.next", "StringBuilder.charAt", "BitSet.get");
        Set<String> seen = new HashSet<>();
        for (ClassModel model : classes()) {
            for (MethodModel method : model.methods()) {
                String name = place(method).substring(PACKAGE.length());
                if (often.contains(name) && !method.flags().has(AccessFlag.SYNTHETIC)) {
                    seen.add(name);
                    Set<Label> passed = new HashSet<>();
                    for (CodeElement element : method.code().orElseThrow()) {
                        if (element instanceof LabelTarget target) {
                            passed.add(target.label());
                        }
                        assertTrue(!(element instanceof BranchInstruction branch) || !passed.contains(branch.target()), name);
                    }
                }
            }
        }
        assertEquals(often, seen);
    }
}

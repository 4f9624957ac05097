package dev.spine.perf.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantValueEntry;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which methods of a card's classes can be reached, by rapid type analysis: a call through a class or an interface reaches that method of
 * every class below it of which reached code makes an object. What overrides a method of the JDK is reached when its class is made, as the
 * JDK may call it; what a lambda stands for, when the lambda is; a class's initialiser, when the class is touched. A call to a class that
 * is not the card's reaches nothing. One thread.
 */
final class CardCalls {
    private static final int REFERENCE_BYTES = 4;
    private static final String INITIALISER = "<clinit>";
    private static final String CONSTRUCTOR = "<init>";

    private final Predicate<String> isOfCard;
    private final Map<String, Optional<ClassModel>> read = new HashMap<>();
    /** Of a class, what it declares, by name and type. */
    private final Map<String, Map<String, MethodModel>> declared = new HashMap<>();
    private final Map<String, Set<String>> above = new HashMap<>();
    private final Deque<Method> open = new ArrayDeque<>();
    private final Set<String> reached = new HashSet<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Set<String> touched = new HashSet<>();
    /** Classes and interfaces through which a method is called, by its name and type. */
    private final Map<String, Set<String>> called = new HashMap<>();
    private final Set<String> counted = new HashSet<>();
    private final Map<String, Long> code = new TreeMap<>();
    private final Map<String, Long> constants = new TreeMap<>();
    private final Map<String, Long> data = new TreeMap<>();

    /** A method with code. */
    private record Method(String type, MethodModel model) {}

    /**
     * Nothing is reached yet.
     *
     * @param isOfCard whether a class is the card's, by its name with slashes
     */
    CardCalls(Predicate<String> isOfCard) {
        this.isOfCard = isOfCard;
    }

    /** Reaches all methods of a name; {@code <init>} also makes the class. */
    void enter(String entry) {
        int dot = entry.lastIndexOf('.');
        String type = entry.substring(0, dot);
        String name = entry.substring(dot + 1);
        List<MethodModel> methods = declared(type).values().stream().filter(method -> method.methodName().equalsString(name)).toList();
        if (methods.isEmpty()) {
            throw new IllegalStateException("no method " + entry + ": correct the entry points of the card's image");
        }
        if (name.equals(CONSTRUCTOR)) {
            make(type);
        }
        methods.forEach(method -> reach(new Method(type, method)));
    }

    /** Follows all calls to their end. */
    void follow() {
        for (Method method = open.poll(); method != null; method = open.poll()) {
            String type = method.type;
            method.model.code().ifPresent(body -> {
                code.merge(type, (long) (body instanceof CodeAttribute attribute ? attribute.codeLength() : 0), Long::sum);
                body.forEach(element -> read(type, element));
            });
        }
    }

    /** {@return how many methods were reached} */
    int methods() {
        return reached.size();
    }

    /** {@return bytes of instructions by class} */
    Map<String, Long> code() {
        return code;
    }

    /** {@return bytes of texts and numbers that are loaded, by class} */
    Map<String, Long> constants() {
        return constants;
    }

    /** {@return bytes of static fields that are read or written, by class} */
    Map<String, Long> data() {
        return data;
    }

    private void read(String type, CodeElement element) {
        switch (element) {
            case NewObjectInstruction object -> make(object.className().asInternalName());
            case InvokeInstruction call -> call(call.opcode() == Opcode.INVOKESTATIC, call.opcode() == Opcode.INVOKESPECIAL,
                call.owner().asInternalName(), call.name().stringValue() + call.type().stringValue());
            case InvokeDynamicInstruction call -> {
                makeLambda(call.typeSymbol().returnType());
                call.bootstrapArgs().forEach(this::handle);
            }
            case FieldInstruction field when field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC -> {
                String owner = field.owner().asInternalName();
                touch(owner);
                if (isOfCard.test(owner) && counted.add(owner + '.' + field.name().stringValue())) {
                    data.merge(owner, bytesOf(TypeKind.fromDescriptor(field.type().stringValue())), Long::sum);
                }
            }
            case LoadConstantInstruction load -> {
                if (load.constantEntry() instanceof ConstantValueEntry value && counted.add(type + ' ' + value.constantValue())) {
                    constants.merge(type, bytesOf(value), Long::sum);
                }
            }
            default -> {
            }
        }
    }

    private void handle(ConstantDesc constant) {
        if (constant instanceof DirectMethodHandleDesc handle) {
            String owner = nameOf(handle.owner());
            String method = handle.methodName() + handle.lookupDescriptor();
            switch (handle.kind()) {
                case STATIC, INTERFACE_STATIC -> call(true, false, owner, method);
                case SPECIAL, INTERFACE_SPECIAL -> call(false, true, owner, method);
                case VIRTUAL, INTERFACE_VIRTUAL -> call(false, false, owner, method);
                case CONSTRUCTOR -> {
                    make(owner);
                    call(false, true, owner, method);
                }
                default -> {
                    // A field: nothing runs.
                }
            }
        }
    }

    private static String nameOf(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.startsWith("L") ? descriptor.substring(1, descriptor.length() - 1) : descriptor;
    }

    private void call(boolean isStatic, boolean isSpecial, String owner, String method) {
        if (!isOfCard.test(owner)) {
            return;
        }
        if (isStatic) {
            touch(owner);
        }
        if (isStatic || isSpecial) {
            reachIn(owner, method);
        } else if (called.computeIfAbsent(method, _ -> new HashSet<>()).add(owner)) {
            for (String type : List.copyOf(made)) {
                if (above(type).contains(owner)) {
                    reachIn(type, method);
                }
            }
        }
    }

    /** Lambdas have the default methods of their interface. */
    private void makeLambda(ClassDesc type) {
        if (isOfCard.test(nameOf(type))) {
            make(nameOf(type));
        }
    }

    private void make(String type) {
        if (!isOfCard.test(type) || !made.add(type)) {
            return;
        }
        touch(type);
        Set<String> all = above(type);
        called.forEach((method, owners) -> {
            if (owners.stream().anyMatch(all::contains)) {
                reachIn(type, method);
            }
        });
        for (String other : all) {
            if (!isOfCard.test(other)) {
                declared(other).keySet().stream().filter(method -> !method.startsWith(CONSTRUCTOR) && !method.startsWith(INITIALISER))
                    .forEach(method -> reachIn(type, method));
            }
        }
    }

    private void touch(String type) {
        if (isOfCard.test(type) && touched.add(type)) {
            model(type).flatMap(ClassModel::superclass).ifPresent(superclass -> touch(superclass.asInternalName()));
            MethodModel initialiser = declared(type).get(INITIALISER + "()V");
            if (initialiser != null) {
                reach(new Method(type, initialiser));
            }
        }
    }

    /** Reaches the method that a class has, of itself or by what is above it. */
    private void reachIn(String type, String method) {
        for (String each : above(type)) {
            MethodModel model = isOfCard.test(each) ? declared(each).get(method) : null;
            if (model != null && model.code().isPresent()) {
                reach(new Method(each, model));
                return;
            }
        }
    }

    private void reach(Method method) {
        if (reached.add(method.type + '.' + signature(method.model))) {
            open.add(method);
        }
    }

    private static String signature(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    /** A class, the classes above it, then the interfaces of all of them. */
    private Set<String> above(String type) {
        Set<String> known = above.get(type);
        if (known != null) {
            return known;
        }
        Set<String> all = new LinkedHashSet<>();
        List<ClassModel> chain = new ArrayList<>();
        for (Optional<ClassModel> model = model(type); model.isPresent();
            model = model.flatMap(ClassModel::superclass).flatMap(superclass -> model(superclass.asInternalName()))) {
            all.add(model.get().thisClass().asInternalName());
            chain.add(model.get());
        }
        for (ClassModel model : chain) {
            for (ClassEntry each : model.interfaces()) {
                all.addAll(above(each.asInternalName()));
            }
        }
        above.put(type, all);
        return all;
    }

    private Map<String, MethodModel> declared(String type) {
        return declared.computeIfAbsent(type, _ -> model(type).stream().flatMap(model -> model.methods().stream())
            .collect(Collectors.toMap(CardCalls::signature, method -> method)));
    }

    private Optional<ClassModel> model(String name) {
        return read.computeIfAbsent(name, CardCalls::parse);
    }

    private static Optional<ClassModel> parse(String name) {
        try (InputStream in = CardCalls.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("a class of the card cannot be read: build again", e);
        }
    }

    private static long bytesOf(ConstantValueEntry value) {
        return switch (value) {
            case StringEntry text -> text.stringValue().getBytes(StandardCharsets.UTF_8).length;
            case LongEntry _, DoubleEntry _ -> Long.BYTES;
            default -> Integer.BYTES;
        };
    }

    private static long bytesOf(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Byte.BYTES;
            case CHAR, SHORT -> Short.BYTES;
            case INT, FLOAT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case REFERENCE -> REFERENCE_BYTES;
            case VOID -> 0;
        };
    }
}

package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules about static initialisers: they make constants, in a straight line. */
final class InitialiserRules {
    private static final Set<String> FACTORIES = Set.of(Library.PACKAGE + "List", Library.PACKAGE + "Set", Library.PACKAGE + "Map",
        Library.PACKAGE + "Comparator", Library.PACKAGE + "Optional", Library.PACKAGE + "OptionalInt", Library.PACKAGE + "Collections",
        "java/util/function/Function", "java/util/function/UnaryOperator");
    private static final Set<String> MUTABLE_FACTORIES = Set.of("unmodifiableList", "unmodifiableMap", "unmodifiableSet",
        "unmodifiableCollection", "nCopies");

    private final ImageClasses image;
    private final Findings findings;

    InitialiserRules(ImageClasses image, Findings findings) {
        this.image = image;
        this.findings = findings;
    }

    void check(ClassModel model, MethodModel method, Site site) {
        if (!method.methodName().equalsString("<clinit>")) {
            return;
        }
        Set<Label> passed = new HashSet<>();
        Site there = site;
        Instruction before = null;
        for (CodeElement element : image.code().of(method)) {
            switch (element) {
                case LineNumber line -> there = site.at(line.line());
                case LabelTarget target -> passed.add(target.label());
                case Instruction instruction -> {
                    loop(instruction, passed, there);
                    call(model, instruction, there);
                    capture(instruction, there);
                    origin(model, instruction, before, there);
                    if (!(instruction instanceof TypeCheckInstruction)) {
                        before = instruction;
                    }
                }
                default -> {
                    // Nothing that runs.
                }
            }
        }
    }

    private void loop(Instruction instruction, Set<Label> passed, Site site) {
        if (CodeRules.jumpsTo(instruction, passed)) {
            findings.add(Rule.INITIALISER, site, "a loop in a static initialiser");
        }
    }

    /** Constructors of own classes only, and what javac calls for enums and the tables of switches. */
    private void call(ClassModel model, Instruction instruction, Site site) {
        if (!(instruction instanceof InvokeInstruction invoke) || !image.has(invoke.owner().asInternalName())) {
            return;
        }
        String name = invoke.name().stringValue();
        boolean ofEnum = instruction.opcode() == Opcode.INVOKESTATIC && (name.equals("$values") || name.equals("values"))
            || name.equals("ordinal") && Shapes.isSwitchMap(model);
        if (!name.equals("<init>") && !ofEnum) {
            findings.add(Rule.INITIALISER, site, "calling " + name + " in a static initialiser");
        }
    }

    /** A lambda that holds something would hide it behind a constant. */
    private void capture(Instruction instruction, Site site) {
        if (instruction instanceof InvokeDynamicInstruction dynamic && Bootstraps.isLambda(dynamic.invokedynamic())
            && !dynamic.type().stringValue().startsWith("()")) {
            findings.add(Rule.INITIALISER, site, "a lambda in a static initialiser that holds a value");
        }
    }

    /** What a static field is set to cannot change later. */
    private void origin(ClassModel model, Instruction instruction, @Nullable Instruction before, Site site) {
        if (!(instruction instanceof FieldInstruction field) || instruction.opcode() != Opcode.PUTSTATIC) {
            return;
        }
        String type = field.type().stringValue();
        String name = field.name().stringValue();
        boolean generated = model.fields().stream().anyMatch(own -> own.fieldName().equalsString(name) && Shapes.isJavacField(model, own));
        if (generated || !type.startsWith("L") || !new Immutability(image).mayBeConstant(type)) {
            return;
        }
        String typeName = type.substring(1, type.length() - 1);
        if (!isMadeImmutable(before) && !(image.allowed().type(typeName) && image.isImmutable(typeName))) {
            findings.add(Rule.INITIALISER, site, "static field " + name + ", set to something that may change,");
        }
    }

    private boolean isMadeImmutable(@Nullable Instruction before) {
        return switch (before) {
            case ConstantInstruction constant -> true;
            case InvokeDynamicInstruction dynamic -> true;
            case FieldInstruction field -> field.opcode() == Opcode.GETSTATIC;
            case InvokeInstruction invoke when invoke.name().equalsString("<init>") ->
                image.isImmutable(invoke.owner().asInternalName());
            case InvokeInstruction invoke -> invoke.opcode() == Opcode.INVOKESTATIC && FACTORIES.contains(invoke.owner().asInternalName())
                && !MUTABLE_FACTORIES.contains(invoke.name().stringValue());
            case null, default -> false;
        };
    }
}

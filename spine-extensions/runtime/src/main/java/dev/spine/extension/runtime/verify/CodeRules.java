package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The rules about instructions. */
final class CodeRules {
    private final ImageClasses image;
    private final Findings findings;
    private final References references;
    private final Set<InvokeDynamicEntry> dynamics = Collections.newSetFromMap(new IdentityHashMap<>());
    private int methods;
    private int instructions;
    private int calls;
    private int loops;
    private int allocations;

    CodeRules(ImageClasses image, Findings findings, References references) {
        this.image = image;
        this.findings = findings;
        this.references = references;
    }

    /** The counts of everything that was checked so far. */
    Verdict.Sizes sizes(int classes, int classBytes) {
        return new Verdict.Sizes(classes, classBytes, methods, instructions, calls, loops, allocations);
    }

    void check(ClassModel model, MethodModel method, Site site) {
        CodeModel code = method.code().orElse(null);
        if (code == null) {
            return;
        }
        methods++;
        boolean isInitialiser = method.methodName().equalsString("<clinit>");
        boolean isShape = Shapes.isEnumValueOf(model, method);
        boolean isValues = Shapes.isEnumValues(model, method);
        int exempt = isShape ? Integer.MAX_VALUE : isInitialiser ? Shapes.assertionFlag(Shapes.instructions(method), image) : 0;
        int variables = variables(method, code, site);
        Set<Label> passed = new HashSet<>();
        Site there = site;
        int index = 0;
        for (CodeElement element : image.code().of(method)) {
            switch (element) {
                case LineNumber line -> there = site.at(line.line());
                case LabelTarget target -> passed.add(target.label());
                case ExceptionCatch handler -> {
                    Site at = there;
                    handler.catchType().ifPresent(type -> references.type(type, at));
                }
                case Instruction instruction -> {
                    count(instruction, passed);
                    if (Variables.needed(instruction) > variables) {
                        findings.add(Rule.VERIFICATION, there, "naming variable " + (Variables.needed(instruction) - 1)
                            + " in a method that has " + variables);
                    }
                    if (index >= exempt) {
                        instruction(model, instruction, there);
                        statics(model, instruction, isInitialiser, isValues, there);
                    }
                    index++;
                }
                default -> {
                    // Names of variables and the like carry no code.
                }
            }
        }
    }

    /** {@return how many variables the method says to have} */
    private int variables(MethodModel method, CodeModel code, Site site) {
        if (!(code instanceof CodeAttribute attribute)) {
            return 0;
        }
        if (!Variables.takeArguments(method, attribute)) {
            findings.add(Rule.VERIFICATION, site, "arguments that do not fit into " + attribute.maxLocals() + " variables");
        }
        return attribute.maxLocals();
    }

    private void count(Instruction instruction, Set<Label> passed) {
        instructions++;
        if (jumpsTo(instruction, passed)) {
            loops++;
        }
        if (instruction instanceof InvokeInstruction) {
            calls++;
        }
        if (instruction instanceof NewObjectInstruction || instruction instanceof NewPrimitiveArrayInstruction
            || instruction instanceof NewReferenceArrayInstruction || instruction instanceof NewMultiArrayInstruction
            || instruction instanceof InvokeDynamicInstruction) {
            allocations++;
        }
    }

    /** Whether an instruction may go on at one of some labels. */
    static boolean jumpsTo(Instruction instruction, Set<Label> labels) {
        for (Label target : CodeElements.targets(instruction)) {
            if (labels.contains(target)) {
                return true;
            }
        }
        return false;
    }

    private void instruction(ClassModel model, Instruction instruction, Site site) {
        switch (instruction) {
            case DiscontinuedInstruction old -> findings.add(Rule.SUBROUTINE, site, "instruction " + old.opcode());
            case MonitorInstruction monitor -> findings.add(Rule.MONITOR, site, "a synchronized block");
            case ConstantInstruction.LoadConstantInstruction load -> constant(load.constantEntry(), site);
            case InvokeDynamicInstruction dynamic -> dynamic(model, dynamic, site);
            case InvokeInstruction invoke -> {
                references.member(invoke.method(), site);
                identityHash(invoke, site);
            }
            case FieldInstruction field -> references.member(field.field(), site);
            case NewObjectInstruction made -> references.type(made.className(), site);
            case NewReferenceArrayInstruction made -> references.type(made.componentType(), site);
            case NewMultiArrayInstruction made -> references.type(made.arrayType(), site);
            case TypeCheckInstruction check -> references.type(check.type(), site);
            default -> {
                // Arithmetic, jumps and local variables harm nobody; the meter bounds them.
            }
        }
    }

    private void constant(LoadableConstantEntry constant, Site site) {
        switch (constant) {
            case ClassEntry literal -> findings.add(Rule.CLASS_LITERAL, site, "class literal "
                + Descriptors.element(literal.asInternalName()).replace('/', '.'));
            case MethodHandleEntry handle -> findings.add(Rule.METHOD_HANDLE, site, "a method handle");
            case MethodTypeEntry type -> findings.add(Rule.METHOD_HANDLE, site, "a method type");
            case ConstantDynamicEntry dynamic -> findings.add(Rule.DYNAMIC_CONSTANT, site, "dynamic constant " + dynamic.name()
                .stringValue());
            default -> {
                // Numbers and text.
            }
        }
    }

    private void identityHash(InvokeInstruction invoke, Site site) {
        if (invoke.opcode() == Opcode.INVOKESPECIAL) {
            identityHash(invoke.method(), site);
        }
    }

    private void identityHash(MethodHandleEntry handle, Site site) {
        if (handle.kind() == DirectMethodHandleDesc.Kind.SPECIAL.refKind) {
            identityHash(handle.reference(), site);
        }
    }

    private void identityHash(MemberRefEntry method, Site site) {
        String name = method.name().stringValue();
        if ((name.equals("hashCode") || name.equals("toString"))
            && reachesObject(method.owner().asInternalName(), name, method.type().stringValue())) {
            findings.add(Rule.IDENTITY_HASH, site, "super." + name + "()");
        }
    }

    private boolean reachesObject(String owner, String name, String descriptor) {
        AllowedMember external = image.has(owner) && image.ownMethod(owner, name, descriptor) ? null
            : image.external(owner, name, descriptor);
        return external != null && external.owner().equals("java/lang/Object");
    }

    private void dynamic(ClassModel model, InvokeDynamicInstruction dynamic, Site site) {
        if (!Bootstraps.isJavac(dynamic.invokedynamic(), model)) {
            findings.add(Rule.BOOTSTRAP, site, "a bootstrap by "
                + dynamic.invokedynamic().bootstrap().bootstrapMethod().reference().owner().asInternalName().replace('/', '.') + '.'
                + dynamic.invokedynamic().bootstrap().bootstrapMethod().reference().name().stringValue());
            return;
        }
        references.descriptor(dynamic.type().stringValue(), site);
        dynamics.add(dynamic.invokedynamic());
        if (dynamics.size() == Limits.DYNAMIC.most() + 1) {
            findings.add(Rule.LIMIT, site, "more than " + Limits.DYNAMIC.most() + " lambdas, joined texts and switches on patterns");
        }
        int labels = dynamic.invokedynamic().bootstrap().arguments().size();
        if (labels > Limits.LABELS.most()) {
            findings.add(Rule.LIMIT, site, "labels of " + labels + " instead of at most " + Limits.LABELS.most());
        }
        for (LoadableConstantEntry argument : dynamic.invokedynamic().bootstrap().arguments()) {
            switch (argument) {
                case ClassEntry type -> references.type(type, site);
                case MethodTypeEntry type -> references.descriptor(type.descriptor().stringValue(), site);
                case MethodHandleEntry handle -> {
                    references.member(handle.reference(), site);
                    identityHash(handle, site);
                }
                default -> {
                    // Numbers and text.
                }
            }
        }
        if (Bootstraps.isLambda(dynamic.invokedynamic())) {
            lambda(dynamic, site);
        }
    }

    /** What a lambda implements must be open, as what a class implements. */
    private void lambda(InvokeDynamicInstruction dynamic, Site site) {
        List<String> interfaces = new ArrayList<>();
        interfaces.add(Descriptors.element("[" + Descriptors.returned(dynamic.type().stringValue())));
        dynamic.invokedynamic().bootstrap().arguments().stream().skip(3).forEach(argument -> {
            if (argument instanceof ClassEntry marker) {
                interfaces.add(marker.asInternalName());
            }
        });
        interfaces.forEach(name -> opened(name, site));
        Inherited.taken(image, interfaces).forEach(what -> findings.add(Rule.EXTEND, site, what));
    }

    private void opened(String name, Site site) {
        if (!image.has(name) && !(image.allowed().isOpen(name) && image.allowed().isInterface(name))) {
            findings.add(Rule.EXTEND, site, "a lambda of " + name.replace('/', '.'));
        }
    }

    private void statics(ClassModel model, Instruction instruction, boolean isInitialiser, boolean isValues, Site site) {
        if (!(instruction instanceof FieldInstruction field)) {
            return;
        }
        boolean own = field.owner().asInternalName().equals(model.thisClass().asInternalName());
        if (field.opcode() == Opcode.PUTSTATIC && !(isInitialiser && own)) {
            findings.add(Rule.STATIC_WRITE, site, "writing static field " + field.name().stringValue());
        }
        if (field.opcode() == Opcode.GETSTATIC && Shapes.isValuesField(field.name().stringValue()) && !isValues) {
            findings.add(Rule.STATIC_FIELD, site, "the array behind values()");
        }
        if (field.opcode() != Opcode.GETSTATIC && !image.has(field.owner().asInternalName())) {
            findings.add(Rule.FIELD, site, "writing or reading field " + field.name().stringValue() + " of another's object");
        }
    }
}

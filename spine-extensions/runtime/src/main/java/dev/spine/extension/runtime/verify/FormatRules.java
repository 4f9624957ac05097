package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InterfaceMethodRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandleInfo;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * What the virtual machine says of a class file when it defines the class, and the Class-File API does not: modifiers that exclude one
 * another, empty ranges of handlers, text that is not encoded as it must be, names of variables that are none, and method handles of a kind
 * that is not for what they name.
 */
final class FormatRules {
    private final ImageClasses image;
    private final Findings findings;

    FormatRules(ImageClasses image, Findings findings) {
        this.image = image;
        this.findings = findings;
    }

    /** Modifiers, of every class. */
    void modifiers(ClassModel model, Site site) {
        require(Modifiers.areOfClass(model.flags().flagsMask()), site, "modifiers of a class");
        boolean inInterface = (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
        model.findAttribute(Attributes.innerClasses()).ifPresent(inner -> inner.classes().forEach(one ->
            require(Modifiers.areOfClass(one.flagsMask()), site, "modifiers of " + one.innerClass().asInternalName().replace('/', '.'))));
        for (FieldModel field : model.fields()) {
            require(Modifiers.areOfField(field.flags().flagsMask(), inInterface), site, "modifiers of field " + field.fieldName()
                .stringValue());
        }
        for (MethodModel method : model.methods()) {
            require(Modifiers.areOfMethod(method.flags().flagsMask(), method.methodName().stringValue(), method.methodType().stringValue(),
                inInterface), site, "modifiers or type of method " + method.methodName().stringValue());
        }
    }

    private void require(boolean condition, Site site, String what) {
        if (!condition) {
            findings.add(Rule.VERIFICATION, site, what + " that exclude one another, or are not for it,");
        }
    }

    /** The rest, of a class that has broken no other rule. */
    void rest(ClassModel model, byte[] bytes, Site site) {
        PoolTexts texts = new PoolTexts(bytes, model.constantPool().size());
        if (!texts.areSound()) {
            findings.add(Rule.VERIFICATION, site, "text that is not encoded as in class files");
        } else if (!texts.isAll()) {
            findings.add(Rule.VERIFICATION, site, "bytes behind the class");
        }
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MethodHandleEntry handle && !isSound(handle)) {
                findings.add(Rule.VERIFICATION, site, "a method handle of kind " + handle.kind() + " to "
                    + handle.reference().owner().asInternalName().replace('/', '.') + '.' + handle.reference().name().stringValue());
            }
        }
        model.findAttribute(Attributes.record()).ifPresent(record -> record.components().forEach(one -> {
            if (!isName(one.name().stringValue()) || !isField(one.descriptor().stringValue())) {
                findings.add(Rule.VERIFICATION, site, "component " + one.name().stringValue() + " of a record");
            }
        }));
        for (FieldModel field : model.fields()) {
            if (!isField(field.fieldType().stringValue())) {
                findings.add(Rule.VERIFICATION, site, "the type of field " + field.fieldName().stringValue());
            }
        }
        for (MethodModel method : model.methods()) {
            if (!isSignature(method.methodType().stringValue())) {
                findings.add(Rule.VERIFICATION, site, "the type of method " + method.methodName().stringValue());
            }
            if (method.code().orElse(null) instanceof CodeAttribute code) {
                Site there = new Site(site.className(), method.methodName().stringValue() + method.methodType().stringValue(), 0);
                for (ExceptionCatch handler : code.exceptionHandlers()) {
                    if (code.labelToBci(handler.tryStart()) >= code.labelToBci(handler.tryEnd())) {
                        findings.add(Rule.VERIFICATION, there, "a handler of no instruction");
                    }
                }
                code.findAttributes(Attributes.lineNumberTable()).forEach(table -> table.lineNumbers().forEach(one -> {
                    if (one.startPc() >= code.codeLength()) {
                        findings.add(Rule.VERIFICATION, there, "a line beyond the code");
                    }
                }));
                variables(method, code, there);
            }
        }
    }

    /** Constructors are called by handles that make objects and by no others (JVMS 4.4.8). */
    private static boolean isSound(MethodHandleEntry handle) {
        MemberRefEntry member = handle.reference();
        boolean isCalled = !member.name().stringValue().startsWith("<");
        return switch (handle.kind()) {
            case MethodHandleInfo.REF_getField, MethodHandleInfo.REF_getStatic, MethodHandleInfo.REF_putField,
                MethodHandleInfo.REF_putStatic -> member instanceof FieldRefEntry;
            case MethodHandleInfo.REF_invokeVirtual -> member instanceof MethodRefEntry && isCalled;
            case MethodHandleInfo.REF_invokeStatic, MethodHandleInfo.REF_invokeSpecial -> !(member instanceof FieldRefEntry) && isCalled;
            case MethodHandleInfo.REF_newInvokeSpecial -> member instanceof MethodRefEntry
                && member.name().equalsString(ConstantDescs.INIT_NAME);
            case MethodHandleInfo.REF_invokeInterface -> member instanceof InterfaceMethodRefEntry && isCalled;
            default -> false;
        };
    }

    private static boolean isField(String descriptor) {
        return fieldEnd(descriptor, 0) == descriptor.length();
    }

    private static boolean isSignature(String descriptor) {
        if (!descriptor.startsWith("(")) {
            return false;
        }
        int at = 1;
        int slots = 0;
        while (at < descriptor.length() && descriptor.charAt(at) != ')') {
            slots += "JD".indexOf(descriptor.charAt(at)) < 0 ? 1 : 2;
            at = fieldEnd(descriptor, at);
            if (at < 0) {
                return false;
            }
        }
        return at < descriptor.length() && slots < 255 && (descriptor.endsWith(")V") && at + 2 == descriptor.length()
            || fieldEnd(descriptor, at + 1) == descriptor.length());
    }

    /** Where the type of a field that begins somewhere ends, or -1 when none does. */
    private static int fieldEnd(String descriptor, int begin) {
        int at = begin;
        while (at < descriptor.length() && descriptor.charAt(at) == '[') {
            at++;
        }
        if (at == descriptor.length() || at - begin > 255) {
            return -1;
        }
        if (descriptor.charAt(at) != 'L') {
            return "ZBCSIJFD".indexOf(descriptor.charAt(at)) < 0 ? -1 : at + 1;
        }
        int end = descriptor.indexOf(';', at);
        return end > 0 && isClassName(descriptor.substring(at + 1, end)) ? end + 1 : -1;
    }

    private static boolean isClassName(String name) {
        return !name.startsWith("/") && !name.endsWith("/") && !name.contains("//") && isName(name.replace('/', '$'));
    }

    /** One line of the tables of variables; who has the type in the other table has all this, too. */
    private record Named(int start, int length, String name, int slot) {}

    private void variables(MethodModel method, CodeAttribute code, Site site) {
        BitSet begins = begins(method);
        Set<Named> typed = new HashSet<>();
        code.findAttributes(Attributes.localVariableTable()).forEach(table -> table.localVariables().forEach(one -> {
            Named named = new Named(one.startPc(), one.length(), one.name().stringValue(), one.slot());
            String type = one.type().stringValue();
            if (!isSound(named, begins, code.maxLocals() - ("JD".contains(type) ? 1 : 0)) || !isField(type) || !typed.add(named)) {
                findings.add(Rule.VERIFICATION, site, "variable " + one.name().stringValue() + " in its table");
            }
        }));
        Set<Named> generic = new HashSet<>();
        code.findAttributes(Attributes.localVariableTypeTable()).forEach(table -> table.localVariableTypes().forEach(one -> {
            Named named = new Named(one.startPc(), one.length(), one.name().stringValue(), one.slot());
            if (!isSound(named, begins, code.maxLocals()) || one.signature().stringValue().isEmpty() || !generic.add(named)
                || !typed.isEmpty() && !typed.contains(named)) {
                findings.add(Rule.VERIFICATION, site, "variable " + one.name().stringValue() + " in the table of types");
            }
        }));
    }

    private static boolean isSound(Named named, BitSet begins, int variables) {
        return begins.get(named.start()) && begins.get(named.start() + named.length()) && named.start() < begins.length() - 1
            && named.slot() < variables && isName(named.name());
    }

    /** {@return whether a field or a variable may have a name} */
    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (".;[/".indexOf(name.charAt(i)) >= 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** Where instructions begin, and the end of the last one. */
    private BitSet begins(MethodModel method) {
        BitSet begins = new BitSet();
        int at = 0;
        for (CodeElement element : image.code().of(method)) {
            if (element instanceof Instruction instruction) {
                begins.set(at);
                at += instruction.sizeInBytes();
            }
        }
        begins.set(at);
        return begins;
    }
}

package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.ModuleEntry;
import java.lang.classfile.constantpool.PackageEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.HashSet;
import java.util.Set;

/**
 * The rules about the constant pool: also what no instruction uses must be allowed, so that nothing depends on having found every use.
 */
final class PoolRules {
    private final CodeElements code;
    private final Findings findings;
    private final References references;

    PoolRules(ImageClasses image, Findings findings, References references) {
        this.code = image.code();
        this.findings = findings;
        this.references = references;
    }

    void check(ClassModel model, Site site) {
        Set<Integer> handles = new HashSet<>();
        Set<Integer> members = new HashSet<>();
        Set<String> notified = notified(model);
        for (MethodModel method : model.methods()) {
            for (CodeElement element : code.of(method)) {
                if (element instanceof InvokeDynamicInstruction dynamic) {
                    used(dynamic, handles, members);
                }
            }
        }
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry type when !notified.contains(type.asInternalName()) -> type(type, site);
                case MemberRefEntry member -> member(member, members, site);
                case MethodHandleEntry handle when !handles.contains(handle.index()) ->
                    findings.add(Rule.METHOD_HANDLE, site, "a method handle in the constant pool");
                case ConstantDynamicEntry dynamic -> findings.add(Rule.DYNAMIC_CONSTANT, site, "dynamic constant "
                    + dynamic.name().stringValue());
                case ModuleEntry module -> findings.add(Rule.MODULE, site, "module " + module.name().stringValue());
                case PackageEntry named -> findings.add(Rule.MODULE, site, "package " + named.name().stringValue());
                default -> {
                    // Numbers, text, and parts of the above.
                }
            }
        }
    }

    /** The handles that calls use were checked with them, and the methods of javac's bootstraps are named for nothing else. */
    private static void used(InvokeDynamicInstruction dynamic, Set<Integer> handles, Set<Integer> members) {
        MethodHandleEntry method = dynamic.invokedynamic().bootstrap().bootstrapMethod();
        handles.add(method.index());
        members.add(method.reference().index());
        for (LoadableConstantEntry argument : dynamic.invokedynamic().bootstrap().arguments()) {
            if (argument instanceof MethodHandleEntry handle) {
                handles.add(handle.index());
            }
        }
    }

    /** Classes around this one, which attributes tell readers; what code does with one is checked there. */
    private static Set<String> notified(ClassModel model) {
        Set<String> names = new HashSet<>();
        model.findAttribute(Attributes.innerClasses()).ifPresent(inner -> inner.classes().forEach(one -> {
            names.add(one.innerClass().asInternalName());
            one.outerClass().ifPresent(outer -> names.add(outer.asInternalName()));
        }));
        model.findAttribute(Attributes.nestHost()).ifPresent(nest -> names.add(nest.nestHost().asInternalName()));
        model.findAttribute(Attributes.nestMembers()).ifPresent(nest -> nest.nestMembers().forEach(one -> names.add(one.asInternalName())));
        model.findAttribute(Attributes.enclosingMethod()).ifPresent(method -> names.add(method.enclosingClass().asInternalName()));
        return names;
    }

    private void type(ClassEntry type, Site site) {
        String name = Descriptors.element(type.asInternalName());
        if (!Bootstraps.isNamedOnly(name) && !findings.has(Rule.TYPE, site.className(), "type " + name.replace('/', '.'))) {
            references.type(type, site);
        }
    }

    private void member(MemberRefEntry member, Set<Integer> bootstraps, Site site) {
        String owner = member.owner().asInternalName();
        boolean ofShape = owner.equals("java/lang/Class") && member.name().equalsString("desiredAssertionStatus");
        if (bootstraps.contains(member.index()) || ofShape || isReported(member, owner, site)) {
            return;
        }
        references.member(member, site);
    }

    private boolean isReported(MemberRefEntry member, String owner, Site site) {
        if (findings.isEmpty()) {
            return false;
        }
        String words = owner.replace('/', '.') + '.' + member.name().stringValue();
        return member instanceof FieldRefEntry ? findings.has(Rule.FIELD, site.className(), "field " + words)
            || findings.has(Rule.FIELD, site.className(), words)
            : findings.has(Rule.CALL, site.className(), "calling " + words + member.type().stringValue().replace('/', '.'))
            || findings.has(Rule.CALL, site.className(), words);
    }
}

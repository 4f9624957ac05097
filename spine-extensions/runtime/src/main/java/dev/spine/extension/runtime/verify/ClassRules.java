package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules about a class as a whole, its fields and its methods, without their code. */
final class ClassRules {
    private static final int OLDEST = ClassFile.JAVA_17_VERSION;
    private static final Set<String> THROWABLE_METHODS = Set.of("getMessage", "getLocalizedMessage", "getCause", "initCause",
        "getStackTrace", "setStackTrace", "fillInStackTrace", "printStackTrace");
    private static final int NEWEST = ClassFile.JAVA_25_VERSION;
    /** What javac writes; the rest is unknown to the Class-File API, or belongs to modules. */
    private static final Set<String> ATTRIBUTES = Set.of("AnnotationDefault", "BootstrapMethods", "Code", "ConstantValue", "Deprecated",
        "EnclosingMethod", "Exceptions", "InnerClasses", "LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable",
        "MethodParameters", "NestHost", "NestMembers", "PermittedSubclasses", "Record", "RuntimeInvisibleAnnotations",
        "RuntimeInvisibleParameterAnnotations", "RuntimeInvisibleTypeAnnotations", "RuntimeVisibleAnnotations",
        "RuntimeVisibleParameterAnnotations", "RuntimeVisibleTypeAnnotations", "Signature", "SourceFile", "StackMapTable", "Synthetic");

    private final ImageClasses image;
    private final Findings findings;
    private final FormatRules format;

    ClassRules(ImageClasses image, Findings findings) {
        this.image = image;
        this.findings = findings;
        this.format = new FormatRules(image, findings);
    }

    void check(ClassModel model, Site site) {
        version(model, site);
        sizes(model, site);
        module(model, site);
        names(model, site);
        attributes(model, site);
        format.modifiers(model, site);
        extended(model, site);
        inheritance(model, site);
        bodiesOfOthers(model, site);
        for (FieldModel field : model.fields()) {
            attributes(field, site);
            staticField(model, field, site);
        }
        for (MethodModel method : model.methods()) {
            Site there = new Site(site.className(), method.methodName().stringValue() + method.methodType().stringValue(), 0);
            attributes(method, there);
            flags(method, there);
            finalizer(method, there);
            exceptionMethod(model, method, there);
            codeSizes(method, there);
        }
    }

    private void version(ClassModel model, Site site) {
        if (model.majorVersion() < OLDEST || model.majorVersion() > NEWEST || model.minorVersion() != 0) {
            findings.add(Rule.CLASS_VERSION, site, "class-file version " + model.majorVersion() + "." + model.minorVersion());
        }
    }

    private void limit(Limits limit, int value, Site site) {
        if (value > limit.most()) {
            findings.add(Rule.LIMIT, site, limit.words() + " of " + value + " instead of at most " + limit.most());
        }
    }

    private void sizes(ClassModel model, Site site) {
        limit(Limits.POOL_ENTRIES, model.constantPool().size(), site);
        limit(Limits.NAME, model.thisClass().asInternalName().length(), site);
        limit(Limits.METHODS, model.methods().size(), site);
        limit(Limits.FIELDS, model.fields().size(), site);
        limit(Limits.INTERFACES, model.interfaces().size(), site);
        limit(Limits.SUPERTYPES, image.supertypes(model.thisClass().asInternalName()), site);
        int depth = 0;
        for (String above = model.thisClass().asInternalName(); above != null && depth <= Limits.INHERITANCE.most(); depth++) {
            ClassModel next = image.find(above);
            above = next == null ? null : ImageClasses.superclass(next);
        }
        if (depth > Limits.INHERITANCE.most()) {
            findings.add(Rule.INHERITANCE, site, "a circle or more than " + Limits.INHERITANCE.most() + " classes above this one");
        }
    }

    private void codeSizes(MethodModel method, Site site) {
        if (method.code().orElse(null) instanceof CodeAttribute code) {
            limit(Limits.CODE_BYTES, code.codeLength(), site);
            limit(Limits.LOCALS, code.maxLocals(), site);
            limit(Limits.STACK, code.maxStack(), site);
            limit(Limits.HANDLERS, code.exceptionHandlers().size(), site);
        }
    }

    private void names(ClassModel model, Site site) {
        boolean reserved = isReserved(model.thisClass().asInternalName());
        for (FieldModel field : model.fields()) {
            reserved |= isReserved(field.fieldName().stringValue());
        }
        for (MethodModel method : model.methods()) {
            reserved |= isReserved(method.methodName().stringValue());
        }
        if (reserved) {
            findings.add(Rule.RESERVED_NAME, site, "a name with meter$");
        }
    }

    private static boolean isReserved(String name) {
        return name.contains("meter$");
    }

    private void exceptionMethod(ClassModel model, MethodModel method, Site site) {
        if (THROWABLE_METHODS.contains(method.methodName().stringValue())
            && image.isBelow(model.thisClass().asInternalName(), "java/lang/Throwable")) {
            findings.add(Rule.EXCEPTION_METHOD, site, method.methodName().stringValue() + " of an exception");
        }
    }

    private void module(ClassModel model, Site site) {
        if (model.isModuleInfo() || model.flags().has(AccessFlag.MODULE) || site.className().endsWith("module-info")) {
            findings.add(Rule.MODULE, site, "a module descriptor");
        }
    }

    private void attributes(AttributedElement element, Site site) {
        for (Attribute<?> attribute : element.attributes()) {
            String name = attribute.attributeName().stringValue();
            if (!ATTRIBUTES.contains(name)) {
                findings.add(Rule.ATTRIBUTE, site, "attribute " + name);
            }
            if (attribute instanceof CodeAttribute code) {
                attributes(code, site);
            }
        }
    }

    private void extended(ClassModel model, Site site) {
        for (String parent : ImageClasses.parents(model)) {
            if (!image.has(parent) && !image.allowed().isOpen(parent)) {
                findings.add(Rule.EXTEND, site, "extending or implementing " + parent.replace('/', '.'));
            }
        }
    }

    private void bodiesOfOthers(ClassModel model, Site site) {
        String name = model.thisClass().asInternalName();
        if (model.interfaces().size() > Limits.INTERFACES.most() || image.supertypes(name) > Limits.SUPERTYPES.most()) {
            return;
        }
        Inherited.taken(image, List.of(name)).forEach(what -> findings.add(Rule.EXTEND, site, what));
        for (MethodModel method : model.methods()) {
            if ((method.flags().has(AccessFlag.PRIVATE) || method.flags().has(AccessFlag.STATIC))
                && Inherited.hides(image, name, method.methodName().stringValue(), method.methodType().stringValue())) {
                findings.add(Rule.INHERITANCE, site, "a private or static method " + method.methodName().stringValue()
                    + " in the place of one that is inherited,");
            }
        }
    }

    private void inheritance(ClassModel model, Site site) {
        String superclass = ImageClasses.superclass(model);
        if (superclass == null) {
            findings.add(Rule.INHERITANCE, site, "a class without a superclass");
        } else if ("java/lang/Enum".equals(superclass) != (ImageClasses.isEnum(model) && !isConstantBody(superclass))) {
            findings.add(Rule.INHERITANCE, site, "a pretended enum");
        } else if ("java/lang/Record".equals(superclass) != ImageClasses.isRecord(model)) {
            findings.add(Rule.INHERITANCE, site, "a pretended record");
        }
    }

    /** The body of an enum constant is a class with the flag of enums below an enum of the image. */
    private boolean isConstantBody(String superclass) {
        ClassModel above = image.find(superclass);
        return above != null && ImageClasses.isEnum(above);
    }

    private void staticField(ClassModel model, FieldModel field, Site site) {
        if (!ImageClasses.isStatic(field)) {
            return;
        }
        String name = field.fieldName().stringValue();
        if (!field.flags().has(AccessFlag.FINAL)) {
            findings.add(Rule.STATIC_FIELD, site, "static field " + name + ", which is not final,");
        } else if (!Shapes.isJavacField(model, field) && !new Immutability(image).mayBeConstant(field.fieldType().stringValue())) {
            findings.add(Rule.STATIC_FIELD, site, "static field " + name + " of type " + Descriptors.words(field.fieldType()
                .stringValue()));
        }
    }

    private void flags(MethodModel method, Site site) {
        if (method.flags().has(AccessFlag.NATIVE)) {
            findings.add(Rule.NATIVE_METHOD, site, "a native method");
        }
        if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
            findings.add(Rule.SYNCHRONIZED_METHOD, site, "a synchronized method");
        }
    }

    private void finalizer(MethodModel method, Site site) {
        if (method.methodName().equalsString("finalize") && method.methodType().equalsString("()V")) {
            findings.add(Rule.FINALIZER, site, "finalize()");
        }
    }

    /** The entry class can be made by the runtime. */
    void entry(@Nullable ClassModel model, Site site) {
        if (model == null) {
            findings.add(Rule.ENTRY, site, "an entry class that is not in the image");
            return;
        }
        if (!image.isBelow(model.thisClass().asInternalName(), "dev/spine/extension/api/Extension")) {
            findings.add(Rule.ENTRY, site, "an entry class that does not implement dev.spine.extension.api.Extension");
        }
        if (!model.flags().has(AccessFlag.PUBLIC) || model.flags().has(AccessFlag.ABSTRACT) || model.flags().has(AccessFlag.INTERFACE)) {
            findings.add(Rule.ENTRY, site, "an entry class that is not public, or abstract,");
        }
        MethodModel constructor = image.declaredMethod(model.thisClass().asInternalName(), "<init>", "()V");
        if (constructor == null || !constructor.flags().has(AccessFlag.PUBLIC)) {
            findings.add(Rule.ENTRY, site, "an entry class without a public constructor without arguments");
        }
    }
}
